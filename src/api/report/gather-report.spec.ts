import { describe, expect, it } from '@jest/globals';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { ReportGatherer } from './gather-report.js';

const DEFINITION = {
  id: 'risk:a',
  version: '1',
  published: '2026-11-21',
  document: { title: 'A', means: 'a', kind: 'attribute', family: 'risk', dependsOn: [], families: [] },
};

/**
 * A gatherer over a chain whose block has these hashes at successive reads, and for which explanations give
 * this answer.
 */
function gatherer(hashes: string[], answer = 'not_proven') {
  const execute = async (query: object) => {
    switch (query.constructor.name) {
      case 'GetBlockQuery':
        return { data: { number: 7, hash: hashes.shift(), timestamp: 1 } };
      case 'GetCoverageQuery':
        return { data: { head: { number: 7 }, families: [] } };
      default:
        return { data: { answer, ways: [], missing: [] } };
    }
  };
  const parts = [
    { execute },
    { all: async () => ({ digest: 'd', definitions: [DEFINITION] }) },
    { held: async () => ({ block: 7, claims: [], undecided: [] }) },
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

  it('is not given when a claim is proven that was read as not held before', async () => {
    await expect(gatherer(['0x1', '0x1'], 'proven').of(ASKED)).rejects.toThrow(NotCovered);
  });
});
