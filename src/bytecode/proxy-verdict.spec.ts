import { describe, expect, it } from '@jest/globals';
import { PROXY_PATTERNS, type ProxyPattern } from './fallback/proxy-pattern.js';
import type { ProxySlotName } from './fallback/proxy-slots.js';
import { PROXY_FAMILIES, proxyFamilyOf, proxyVerdict } from './proxy-verdict.js';

const verdict = (pattern: ProxyPattern, ...held: ProxySlotName[]) => {
  const { family, confidence } = proxyVerdict(pattern, new Set(held));
  return [family, confidence];
};

describe('proxyVerdict', () => {
  it('has confidence 3 where code and slot agree', () => {
    expect(verdict('eip1967', 'eip1967_implementation', 'eip1967_admin')).toEqual(['eip1967', 3]);
    expect(verdict('eip1967_beacon', 'eip1967_beacon')).toEqual(['eip1967', 3]);
    expect(verdict('oz_v1', 'oz_v1_implementation')).toEqual(['oz_v1', 3]);
    expect(verdict('eip1822', 'eip1822_proxiable')).toEqual(['custom', 3]);
  });

  it('has confidence 2 where only code or slot shows the family', () => {
    expect(verdict('eip1967')).toEqual(['eip1967', 2]);
    expect(verdict('eip1967', 'oz_v1_implementation')).toEqual(['eip1967', 2]);
    expect(verdict('none', 'eip1967_implementation')).toEqual(['eip1967', 2]);
    expect(verdict('unknown', 'oz_v1_implementation')).toEqual(['oz_v1', 2]);
    expect(verdict('none', 'eip1967_admin')).toEqual(['none', 0]);
  });

  it('has the confidence of the code alone where the pattern has no slot', () => {
    expect(verdict('fixed')).toEqual(['custom', 3]);
    expect(verdict('safe')).toEqual(['custom', 3]);
    expect(verdict('diamond')).toEqual(['diamond_like', 2]);
    expect(verdict('custom')).toEqual(['custom', 2]);
    expect(verdict('unknown')).toEqual(['unknown', 1]);
  });

  it('R-108: has confidence 0 exactly for none, minimal clones included', () => {
    expect(verdict('eip1167', 'eip1967_implementation')).toEqual(['none', 0]);
    for (const pattern of PROXY_PATTERNS) {
      const { family, confidence } = proxyVerdict(pattern, new Set());
      expect(confidence === 0).toBe(family === 'none');
      expect(proxyFamilyOf(pattern)).toBe(family);
      expect(PROXY_FAMILIES).toContain(family);
    }
  });
});
