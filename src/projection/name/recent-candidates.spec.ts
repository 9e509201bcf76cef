import { describe, expect, it } from '@jest/globals';
import { RecentCandidates } from './recent-candidates.js';

describe('candidates that are kept', () => {
  const found = [Buffer.from('aa', 'hex')];

  it('R-201: are kept for minutes and no longer', () => {
    let now = 0;
    const recent = new RecentCandidates(() => now);
    recent.set('usdc', found);
    now = 119_999;
    expect(recent.get('usdc')).toBe(found);
    now = 120_000;
    expect(recent.get('usdc')).toBeUndefined();
  });

  it('are given up in the order in which they came, when there are too many', () => {
    const recent = new RecentCandidates(() => 0);
    for (let at = 0; at < 10_000; at++) recent.set(`query ${at}`, found);
    recent.set('query 0', found);
    recent.set('one more', found);
    expect(['query 0', 'query 1', 'query 2', 'one more'].map((query) => recent.get(query))).toEqual([
      found,
      undefined,
      found,
      found,
    ]);
  });
});
