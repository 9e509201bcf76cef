import { describe, expect, it } from '@jest/globals';
import type { CheckedBundle } from './checked-bundle.js';
import { beyondBundle, whatHolds } from './levels.js';

type Verified = Extract<CheckedBundle, { kind: 'verified' }>;

const SHOWN = { outcome: 'shown' } as const;
const LOGGED = { ...SHOWN, origin: 'example.com/log', entry: 1, size: 2, cosigned: new Map() };
const NOT_SHOWN = { outcome: 'not shown', reason: 'no key', blocks: 1 } as const;
const verified = (logged: Verified['logged'], canonicity: Verified['canonicity']) =>
  ({ kind: 'verified', logged, canonicity }) as Verified;

describe('the levels that need more than a bundle', () => {
  it('are counted only where they are shown', () => {
    expect(whatHolds(verified(LOGGED, SHOWN))).toBe('All six levels hold.');
    expect(whatHolds(verified(LOGGED, NOT_SHOWN))).toBe('V1 to V5 hold.');
    expect(whatHolds(verified(NOT_SHOWN, SHOWN))).toBe('V1 to V4 and V6 hold.');
    expect(whatHolds(verified(NOT_SHOWN, NOT_SHOWN))).toBe('V1 to V4 hold.');
  });

  it('say where they are shown, or why not', () => {
    expect(beyondBundle(verified(LOGGED, NOT_SHOWN))).toEqual([
      {
        name: 'V5',
        isShown: true,
        words: 'the log that you name has the claim: entry 1 of the 2 of example.com/log',
      },
      { name: 'V6', isShown: false, words: 'the blocks are those of Ethereum mainnet: no key' },
    ]);
  });

  it('have nothing of a log for a view call, and nothing where a level fails', () => {
    const call = { kind: 'verified call', canonicity: SHOWN } as CheckedBundle;
    expect(beyondBundle(call).map(({ name }) => name)).toEqual(['V6']);
    expect(beyondBundle({ kind: 'refuted', level: 5, place: 'the log', reason: 'x' })).toEqual([]);
  });
});
