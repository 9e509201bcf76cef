import { describe, expect, it } from '@jest/globals';
import type { ProvenClaim } from '../../evaluator/evaluate/evaluation.js';
import type { Segment } from '../model/segment.js';
import { SegmentBound } from './segment-bound.js';

const MOST = 3;
const hashOf = (proof: number): ProvenClaim['proofHash'] => `sha256:${proof}`;
/** Claims about objects, by the number of their proof. */
const claims = (proofs: Readonly<Record<string, number>>): ProvenClaim[] =>
  Object.entries(proofs).map(([object, proof]) => ({
    ...{ object: object as `0x${string}`, referenceBlock: 1, proofHash: hashOf(proof), canonical: '' },
  }));
const segment = (object: string, start: number, proof: number, end?: number): Segment => ({
  ...{ object, start, intervalStart: start, referenceBlock: start, proofHash: hashOf(proof) },
  ...(end !== undefined && { end }),
});
/** Whether it is over at each block, from block 10 on. */
function over(blocks: readonly Readonly<Record<string, number>>[], stored: readonly Segment[] = []) {
  const bound = new SegmentBound(stored, 10, MOST);
  return blocks.map((proofs) => {
    if (!bound.isOver) bound.count(claims(proofs));
    return bound.isOver;
  });
}

describe('the proof segments of a definition and a subject', () => {
  it('may be so many, and the last of them go on until one changes', () => {
    expect(over([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }, { a: 4 }, { a: 5 }, { a: 5 }])).toEqual([
      ...[false, false, false, false, false, true, true],
    ]);
    expect(over([{ a: 1, b: 1, c: 1, d: 1 }, { a: 1, b: 1, c: 1, d: 1 }, { a: 1 }])).toEqual([
      ...[false, false, true],
    ]);
  });

  it('count for each object, and again where a claim comes back with the same proof', () => {
    expect(over([{ a: 1, b: 1 }, { a: 1, b: 2 }, { b: 2 }, { a: 1, b: 2 }, { a: 1, b: 2 }, {}])).toEqual([
      ...[false, false, false, false, false, true],
    ]);
    expect(over([{ a: 1 }, { a: 1 }, {}, { a: 2 }, {}, { a: 2 }, {}])).toEqual(Array(7).fill(false));
  });

  it('count before the blocks that are evaluated again, and not from these on', () => {
    const stored = [segment('a', 1, 1, 4), segment('a', 5, 2, 9), segment('b', 8, 1), segment('a', 10, 3)];
    expect(over([{ b: 1 }, {}, { a: 1 }], stored)).toEqual([false, false, false]);
    expect(over([{ a: 3, b: 1 }, { a: 3, b: 1 }, { b: 1 }], stored)).toEqual([false, false, true]);
    const ended = [...stored.slice(0, 2), segment('b', 6, 1, 7), segment('b', 8, 1, 8)];
    expect(over([{ a: 2 }, {}], ended)).toEqual([false, true]);
    const allEnded = ended.map((one) => ({ ...one, end: Math.min(one.end!, 8) }));
    expect(over([{ a: 2 }], allEnded)).toEqual([true]);
  });
});
