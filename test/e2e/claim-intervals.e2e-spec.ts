import { describe, expect, it } from '@jest/globals';
import { addressOf, hex } from './fixture/bytes.js';
import { FAILOVER, FIRST, STORY } from './fixture/claim-story.js';
import { proofHashOf, storeClaims } from './fixture/store-claims.js';
import { useDemo } from './fixture/use-demo.js';
import { useService } from './fixture/use-service.js';

interface Interval {
  readonly attributeId: string;
  readonly counterpart?: string;
  readonly startBlock: number;
  readonly endBlock?: number;
  readonly startTime: number;
  readonly endTime?: number;
  readonly proofHash: string;
}

describe('intervals with times and proofs', () => {
  const demo = useDemo();
  const timeOf = async (block: number) => (await demo.get(`blocks/${block}`)).json.data.timestamp;

  it.each([
    ['attributes', 'dollar', ''],
    ['attributes', 'ivan', ''],
    ['attributes', 'reborn', ''],
    ['relations', 'dollar', ''],
    ['relations', 'dave', '&direction=object'],
    ['relations', 'safe of three', ''],
  ])(
    'are the history of %s of %s%s, with the time of each block and the proof at each end',
    async (what, name, query) => {
      const at = demo.at(name);
      const { json } = await demo.get(`addresses/${at}/${what}/intervals?limit=1000${query}`);
      const history = (await demo.get(`addresses/${at}/${what}/history?limit=1000${query}`)).json;
      const bare = ({ startTime: _, endTime: __, proofHash: ___, ...interval }: Interval) => interval;
      expect({ ...json.data, intervals: json.data.intervals.map(bare) }).toEqual(history.data);
      expect(json.meta.asOfBlock).toBe(history.meta.asOfBlock);
      expect(json.data.intervals.length).toBeGreaterThan(0);
      for (const one of json.data.intervals as Interval[]) {
        expect(one.startTime).toBe(await timeOf(one.startBlock));
        expect(one.endTime).toBe(one.endBlock === undefined ? undefined : await timeOf(one.endBlock));
        const [subject, object] = query === '' ? [at, one.counterpart] : [one.counterpart, at];
        const claim = [one.attributeId, ...(what === 'relations' ? [object] : [])].join('/');
        const proof = await demo.get(
          `addresses/${subject}/${what}/${claim}/proof?block=${one.endBlock ?? json.meta.asOfBlock}`,
        );
        expect([claim, proof.json.data?.proofHash]).toEqual([claim, one.proofHash]);
      }
    },
  );

  it('are cut at the limit', async () => {
    const path = `addresses/${demo.at('dollar')}/attributes/intervals`;
    const whole = (await demo.get(path)).json.data;
    const { intervals, truncated } = (await demo.get(`${path}?limit=1`)).json.data;
    expect([intervals, truncated]).toEqual([whole.intervals.slice(0, 1), true]);
  });
});

describe('an interval that two proofs carried in turn', () => {
  const service = useService({ firstBlock: FIRST, fill: (pool) => storeClaims(pool, STORY) });

  it('names the last proof', async () => {
    const { json } = await service.get(`addresses/${hex(addressOf('proxy'))}/attributes/intervals`);
    const found = json.data.intervals.filter(({ attributeId }: Interval) => attributeId === 'proxy:eip1967');
    expect(found.map(({ proofHash }: Interval) => proofHash)).toEqual([proofHashOf(FAILOVER[1]!)]);
  });

  it('is absent for an address without claims', async () => {
    const { json } = await service.get(`addresses/${hex(addressOf('nobody'))}/attributes/intervals`);
    expect(json.data).toMatchObject({ intervals: [], truncated: false });
  });
});
