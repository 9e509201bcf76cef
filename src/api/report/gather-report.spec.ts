import { describe, expect, it } from '@jest/globals';
import type { HeldBounds } from '../../claims/claims-of-many.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { RequestedClaim } from '../http/parameter/claim-list.parameter.js';
import { ReportGatherer } from './gather-report.js';

const DEFINITION = {
  id: 'risk:a',
  version: '1',
  published: '2026-11-21',
  document: { title: 'A', means: 'a', kind: 'attribute', family: 'risk', dependsOn: [], families: [] },
};

const RELATION = {
  ...DEFINITION,
  id: 'relation:b',
  document: { ...DEFINITION.document, kind: 'relation', family: 'relation' },
};

interface Held {
  readonly id: string;
  readonly object?: string;
}

/**
 * A gatherer over a chain whose block has these hashes at successive reads, for which explanations give this
 * answer, and on which these claims hold and these definitions are undecided.
 */
function gatherer(
  hashes: string[],
  answer = 'not_proven',
  claims: readonly Held[] = [],
  undecided: readonly string[] = [],
) {
  const execute = async (query: object) => {
    switch (query.constructor.name) {
      case 'GetBlockQuery':
        return { data: { number: 7, hash: hashes.shift(), timestamp: 1 } };
      case 'GetCoverageQuery':
        return { data: { head: { number: 7 }, families: [] } };
      case 'GetAttributeProofQuery':
      case 'GetRelationProofQuery':
        return { data: { sourceEvidenceRefs: [], dependencyProofRefs: [] } };
      default:
        return { data: { answer, ways: [], missing: [] } };
    }
  };
  const parts = [
    { execute },
    {
      all: async () => ({ digest: 'd', definitions: [DEFINITION, RELATION] }),
      textsOf: async () => new Map(),
      lists: async () => new Map(),
    },
    {
      held: async (_: unknown, ids: string[], __: unknown, { claimLimit, object: only }: HeldBounds) => ({
        block: 7,
        claims: claims
          .filter(({ id, object }) => ids.includes(id) && (only ?? object) === object)
          .slice(0, claimLimit),
        undecided: undecided.filter((id) => ids.includes(id)).map((id) => ({ id })),
      }),
    },
    { all: async () => [] },
    { byId: new Map() },
    { firstBlock: 0 },
  ];
  return new ReportGatherer(...(parts as unknown as ConstructorParameters<typeof ReportGatherer>));
}

const ASKED = { address: '0xaa', claims: [{ id: 'risk:a' }], question: undefined, block: undefined } as const;

describe('a report', () => {
  it('is of one block', async () => {
    expect((await gatherer(['0x1', '0x1']).of(ASKED)).block.hash).toBe('0x1');
  });

  it('is not given when the block was replaced while it was written', async () => {
    await expect(gatherer(['0x1', '0x2']).of(ASKED)).rejects.toThrow(NotCovered);
  });

  it('has every claim that is asked about, however many relations come before it', async () => {
    const objects = Array.from({ length: 6_000 }, (_, n) => `0x${String(n).padStart(40, '0')}` as Address);
    const held = [...objects.map((object) => ({ id: 'relation:b', object })), { id: 'risk:a' }];
    const counterpart = objects.at(-1)!;
    const claims = [{ id: 'relation:b', counterpart }, { id: 'risk:a' }, { id: 'relation:b' }];
    const report = await gatherer(['0x1', '0x1'], 'proven', held).of({ ...ASKED, claims });
    expect(report.claims.slice(0, 3)).toMatchObject([
      { object: counterpart, answer: 'proven' },
      { definition: { id: 'risk:a' }, answer: 'proven' },
      { object: objects[0], answer: 'proven' },
    ]);
    expect(report.claims).toHaveLength(22);
    expect(report.cut).toEqual(['relation:b']);
  });

  it('says which relations are undecided beside what is proven of them', async () => {
    const held = [{ id: 'relation:b', object: '0xbb' }];
    const openOf = async (claims: readonly RequestedClaim[], of = held) => {
      const found = gatherer(['0x1', '0x1'], 'undecided', of, ['relation:b', 'risk:a']);
      return (await found.of({ ...ASKED, claims })).open;
    };
    expect(await openOf([{ id: 'relation:b' }, { id: 'risk:a' }])).toEqual(['relation:b']);
    // What is asked about this counterpart is answered.
    expect(await openOf([{ id: 'relation:b', counterpart: '0xbb' }])).toEqual([]);
    // Where none is proven, the answer itself is that it cannot be said.
    expect(await openOf([{ id: 'relation:b' }], [])).toEqual([]);
  });

  it('explains once what does not hold of several counterparts', async () => {
    const others = ['0xbb', '0xcc'].map((counterpart) => ({
      id: 'relation:b',
      counterpart: counterpart as Address,
    }));
    const claims = [...others, { id: 'risk:a' }];
    const report = await gatherer(['0x1', '0x1']).of({ ...ASKED, claims });
    const [one, other, third] = report.claims;
    expect([one!.object, other!.object]).toEqual(['0xbb', '0xcc']);
    expect(other!.explanation).toBe(one!.explanation);
    expect(third!.explanation).not.toBe(one!.explanation);
  });

  it('is not given when a claim is proven that was read as not held before', async () => {
    await expect(gatherer(['0x1', '0x1'], 'proven').of(ASKED)).rejects.toThrow(NotCovered);
  });
});
