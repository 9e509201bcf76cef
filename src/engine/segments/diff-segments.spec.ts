import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Address } from '../../domain/chain/hex.js';
import type { Segment } from '../model/segment.js';
import { diffSegments, type EvaluatedSpan } from './diff-segments.js';

const LAST = 12;

/** What is proven at each block: proofs by object, `u` for undecided. */
interface Said {
  readonly proofs: Readonly<Record<string, string>>;
  readonly undecided: boolean;
}

const said = fc.record({
  proofs: fc.dictionary(fc.constantFrom('0xa', '0xb'), fc.constantFrom('v1 p1', 'v1 p2', 'v2 p3'), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  undecided: fc.boolean(),
});
const history = fc.array(said, { minLength: LAST, maxLength: LAST });

/** Runs of equal blocks as pieces, from a block on. */
function spansOf(blocks: readonly Said[], from: number): EvaluatedSpan[] {
  return blocks.slice(from).map(({ proofs, undecided }, at) => ({
    from: from + at,
    to: from + at,
    evaluation: {
      verdict: 'proven',
      undecided,
      claims: Object.entries(proofs)
        .sort()
        .map(([object, text]) => {
          const [value, proofHash] = text.split(' ') as [string, string];
          return {
            object: object as Address,
            value,
            proofHash,
            canonical: `${object} ${text}`,
            referenceBlock: 0,
          };
        }),
    },
  }));
}

/** Stored rows after a splice. */
function applied(stored: readonly Segment[], diff: ReturnType<typeof diffSegments>): Segment[] {
  if (!diff) return [...stored];
  const { removed, moved, added } = diff.change;
  return [
    ...stored
      .filter((segment) => !removed.includes(segment))
      .map((segment) => {
        const move = moved.find((one) => one.segment === segment);
        if (!move) return segment;
        const { end: _, ...rest } = segment;
        return move.end === undefined ? rest : { ...rest, end: move.end };
      }),
    ...added.map(({ proof: _, ...segment }) => segment),
  ];
}

/** The segments of a history, by looking at block after block. */
function naive(blocks: readonly Said[]): Segment[] {
  const found: {
    object: string;
    start: number;
    end: number;
    intervalStart: number;
    value: string;
    proofHash: string;
  }[] = [];
  blocks.forEach(({ proofs }, block) => {
    for (const [object, text] of Object.entries(proofs)) {
      const [value, proofHash] = text.split(' ') as [string, string];
      const before = found.find((one) => one.object === object && one.end === block - 1);
      if (before?.proofHash === proofHash) before.end = block;
      else {
        const intervalStart = before?.value === value ? before.intervalStart : block;
        found.push({ object, start: block, end: block, intervalStart, value, proofHash });
      }
    }
  });
  return found.map(({ end, ...one }) => ({
    ...one,
    referenceBlock: 0,
    ...(end === LAST - 1 ? {} : { end }),
  }));
}

const sorted = (segments: readonly Segment[]): string[] =>
  segments.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();

describe('what is stored after a judgement', () => {
  it('equals a look at block after block, whatever was stored from some block on', () => {
    fc.assert(
      fc.property(history, history, fc.nat(LAST - 1), (first, second, from) => {
        const before = naive(first);
        const now = [...first.slice(0, from), ...second.slice(from)];
        const diff = diffSegments(spansOf(now, from), before, []);
        expect(sorted(applied(before, diff))).toEqual(sorted(naive(now)));
      }),
      { numRuns: 500 },
    );
  });

  it('is left alone where nothing differs', () => {
    fc.assert(
      fc.property(history, fc.nat(LAST - 1), (blocks, from) => {
        const decided = blocks.map((one) => ({ ...one, undecided: false }));
        expect(diffSegments(spansOf(decided, from), naive(decided), [])).toBeUndefined();
      }),
    );
  });

  it('differs from the first block at which anything else is said', () => {
    fc.assert(
      fc.property(history, history, fc.nat(LAST - 1), (first, second, from) => {
        const now = [...first.slice(0, from), ...second.slice(from)].map((one) => ({
          ...one,
          undecided: false,
        }));
        const diff = diffSegments(spansOf(now, from), naive(first), []);
        const differs = now.findIndex(
          ({ proofs }, block) =>
            JSON.stringify(Object.entries(proofs).sort()) !==
            JSON.stringify(Object.entries(first[block]!.proofs).sort()),
        );
        if (differs === -1) expect(diff).toBeUndefined();
        else expect(diff!.from).toBeLessThanOrEqual(differs);
      }),
    );
  });

  it('tells stretches without judgement apart', () => {
    const blocks = [false, true, true, false, true].map((undecided) => ({ proofs: {}, undecided }));
    expect(diffSegments(spansOf(blocks, 0), [], [])?.change.undecided?.added).toEqual([
      { start: 1, end: 2 },
      { start: 4 },
    ]);
    expect(diffSegments(spansOf(blocks, 2), [], [{ start: 1 }])?.change.undecided).toEqual({
      removed: [{ start: 1 }],
      added: [{ start: 1, end: 2 }, { start: 4 }],
      from: 2,
    });
  });

  it('is told as events: begun, carried by another proof, ended', () => {
    const blocks = ['v1 p1', 'v1 p2', 'v2 p3', undefined].map((text) => ({
      proofs: text === undefined ? {} : { '0xa': text },
      undecided: false,
    }));
    expect(diffSegments(spansOf(blocks, 0), [], [])?.change.events).toEqual([
      { kind: 'proven', block: 0, object: '0xa', proofHash: 'p1' },
      { kind: 'superseded', block: 1, object: '0xa', proofHash: 'p2' },
      { kind: 'proven', block: 2, object: '0xa', proofHash: 'p3' },
      { kind: 'lapsed', block: 3, object: '0xa' },
    ]);
  });
});
