import { describe, expect, it } from '@jest/globals';
import { hashOf, hex } from './fixture/bytes.js';
import { FIRST_BLOCK, HEAD, ISLAND } from './fixture/chain.js';
import { useService } from './fixture/use-service.js';

interface Range {
  readonly fromBlock: number;
  readonly toBlock: number;
}

describe('coverage', () => {
  const service = useService();
  const coverage = async () => (await service.get('coverage')).json;
  const family = async (name: string) =>
    (await coverage()).data.families.find((candidate: { family: string }) => candidate.family === name);

  it('R-309, R-021: names the head, and no block in meta', async () => {
    const { data, meta } = await coverage();
    expect(data.head).toEqual({
      number: HEAD,
      hash: hex(hashOf(`block ${HEAD}`)),
      timestamp: 1_438_918_233 + Math.floor(HEAD / 100),
    });
    expect(meta).not.toHaveProperty('asOfBlock');
  });

  it('R-309: lists the families in order, each tiled by ranges and gaps from the first block to the head', async () => {
    const { data } = await coverage();
    expect(data.families.map(({ family: name }: { family: string }) => name)).toEqual([
      'blocks',
      'failed_frames',
      'frames',
      'ommers',
      'state_diff',
    ]);
    for (const { kind, startBlock, ranges, gaps } of data.families) {
      expect([kind, startBlock]).toEqual(['chain', FIRST_BLOCK]);
      const tiles = [...ranges, ...gaps].sort((a: Range, b: Range) => a.fromBlock - b.fromBlock);
      let next = FIRST_BLOCK;
      for (const { fromBlock, toBlock } of tiles) {
        expect(fromBlock).toBe(next);
        next = toBlock + 1;
      }
      expect(next).toBe(HEAD + 1);
    }
  });

  it('R-309: ends with the last range, whatever gaps are below', async () => {
    expect(await family('blocks')).toMatchObject({
      coverageBlock: HEAD,
      gaps: [
        { fromBlock: 46_149, toBlock: 12_964_998 },
        { fromBlock: 12_965_001, toBlock: 19_426_585 },
        { fromBlock: 19_426_588, toBlock: ISLAND - 1 },
      ],
    });
    expect(await family('frames')).toMatchObject({ ranges: [{ fromBlock: ISLAND, toBlock: HEAD }] });
  });

  it('R-309, R-069: a family without covered blocks has no end', async () => {
    const ommers = await family('ommers');
    expect(ommers).not.toHaveProperty('coverageBlock');
    expect(ommers).toMatchObject({ ranges: [], gaps: [{ fromBlock: FIRST_BLOCK, toBlock: HEAD }] });
  });
});

describe('coverage of a chain that begins later', () => {
  const service = useService({ firstBlock: ISLAND });

  it('R-309: states nothing about blocks before the first', async () => {
    const { json } = await service.get('coverage');
    expect(json.data.families[0]).toEqual({
      family: 'blocks',
      kind: 'chain',
      startBlock: ISLAND,
      ranges: [{ fromBlock: ISLAND, toBlock: HEAD }],
      gaps: [],
      coverageBlock: HEAD,
    });
  });
});
