import type { ProxyPattern } from './fallback/proxy-pattern.js';
import type { ProxySlotName } from './fallback/proxy-slots.js';

export const PROXY_FAMILIES = ['eip1967', 'oz_v1', 'diamond_like', 'custom', 'none', 'unknown'] as const;
export type ProxyFamily = (typeof PROXY_FAMILIES)[number];

const FAMILIES: Readonly<Record<ProxyPattern, ProxyFamily>> = {
  none: 'none',
  // A clone cannot be upgraded: the API gives its target in a field of its own.
  eip1167: 'none',
  eip1967: 'eip1967',
  eip1967_beacon: 'eip1967',
  oz_v1: 'oz_v1',
  eip1822: 'custom',
  diamond: 'diamond_like',
  safe: 'custom',
  fixed: 'custom',
  custom: 'custom',
  unknown: 'unknown',
};

/** The slot whose value a pattern delegates to. */
const SLOTS: Readonly<Partial<Record<ProxyPattern, ProxySlotName>>> = {
  eip1967: 'eip1967_implementation',
  eip1967_beacon: 'eip1967_beacon',
  oz_v1: 'oz_v1_implementation',
  eip1822: 'eip1822_proxiable',
};

const PATTERNS_OF_SLOTS = Object.entries(SLOTS) as [ProxyPattern, ProxySlotName][];

/** Pattern names of the API. */
export function proxyFamilyOf(pattern: ProxyPattern): ProxyFamily {
  return FAMILIES[pattern];
}

/**
 * The family of a contract and its confidence: 3 when its code and a slot agree, or the code alone is conclusive; 2 when only the code or
 * only a slot shows it; 1 for a delegation of unknown kind; 0 for no proxy.
 *
 * @param slotsHeld the well-known slots of the contract that are not zero
 */
export function proxyVerdict(
  pattern: ProxyPattern,
  slotsHeld: ReadonlySet<ProxySlotName>,
): { family: ProxyFamily; confidence: 0 | 1 | 2 | 3 } {
  const slot = SLOTS[pattern];
  if (slot !== undefined) return { family: FAMILIES[pattern], confidence: slotsHeld.has(slot) ? 3 : 2 };
  if (pattern === 'safe' || pattern === 'fixed') return { family: 'custom', confidence: 3 };
  if (pattern === 'diamond' || pattern === 'custom') return { family: FAMILIES[pattern], confidence: 2 };
  if (pattern !== 'eip1167') {
    for (const [by, held] of PATTERNS_OF_SLOTS) {
      if (slotsHeld.has(held)) return { family: FAMILIES[by], confidence: 2 };
    }
  }
  return pattern === 'unknown' ? { family: 'unknown', confidence: 1 } : { family: 'none', confidence: 0 };
}
