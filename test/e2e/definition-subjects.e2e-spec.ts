import { describe, expect, it } from '@jest/globals';
import { FIRST, GAP, STORY } from './fixture/claim-story.js';
import { storeClaims } from './fixture/store-claims.js';
import { useDemo } from './fixture/use-demo.js';
import { useService } from './fixture/use-service.js';

interface Subject {
  readonly address: string;
  readonly counterpart?: string;
  readonly startBlock: number;
  readonly proofHash: string;
}

describe('the subjects of a definition', () => {
  const demo = useDemo();
  const subjectsOf = async (id: string, query = '') => {
    const all: Subject[] = [];
    let cursor = '';
    do {
      const { status, json } = await demo.get(`definitions/${id}/subjects?limit=7${query}${cursor}`);
      expect([id, status]).toEqual([id, 200]);
      all.push(...json.data.subjects);
      cursor = json.data.nextCursor === undefined ? '' : `&cursor=${json.data.nextCursor}`;
    } while (cursor !== '');
    return all;
  };

  it.each([
    ['asset:erc20', ''],
    ['risk:sanctioned_ofac', ''],
    ['risk:sanctioned_ofac', '&block=25000150'],
    ['token:paused', '&block=25000040'],
    ['address_nature:contract', '&block=25000060'],
  ])('%s%s are those of which it is proven, each once', async (id, query) => {
    const found = await subjectsOf(id, query);
    const keys = found.map(({ address }) => address);
    expect(keys).toEqual([...new Set(keys)].sort());
    const at = query.replace('&', '?');
    const proven: Pick<Subject, 'address' | 'proofHash'>[] = [];
    for (const address of demo.addresses) {
      const { status, json } = await demo.get(`addresses/${address}/attributes/${id}/proof${at}`);
      if (status === 200) proven.push({ address, proofHash: json.data.proofHash });
    }
    const named = found.filter(({ address }) => demo.addresses.includes(address));
    expect(named.map(({ address, proofHash }) => ({ address, proofHash }))).toEqual(
      proven.sort((one, other) => (one.address < other.address ? -1 : 1)),
    );
  });

  it('of a relation have a counterpart each', async () => {
    const found = await subjectsOf('relation:safe_owner');
    const ofThree = found.filter(({ address }) => address === demo.at('safe of three'));
    const { relations } = (await demo.get(`addresses/${demo.at('safe of three')}/relations?limit=200`)).json
      .data;
    expect(ofThree.map(({ counterpart }) => counterpart)).toEqual(
      relations
        .filter(({ attributeId }: { attributeId: string }) => attributeId === 'relation:safe_owner')
        .map(({ counterpart }: { counterpart: string }) => counterpart),
    );
  });

  it('are refused where there is no such definition or block', async () => {
    expect((await demo.get('definitions/asset:nothing/subjects')).status).toBe(404);
    const later = await demo.get('definitions/asset:erc20/subjects?block=99000000');
    expect([later.status, later.json.error.details.reason]).toEqual([422, 'beyond_coverage']);
  });
});

describe('the subjects of a definition beside a gap', () => {
  const service = useService({ firstBlock: FIRST, fill: (pool) => storeClaims(pool, STORY) });
  const ask = (block: number) => service.get(`definitions/address_nature:eoa/subjects?block=${block}`);

  it('are none that held when the gap began, and the gap itself is refused', async () => {
    const before = (await ask(GAP.fromBlock - 1)).json.data.subjects;
    expect(before.map(({ startBlock }: Subject) => startBlock)).toContain(120);
    const after = (await ask(GAP.toBlock + 1)).json.data.subjects;
    for (const { startBlock } of after) expect(startBlock).toBeGreaterThan(GAP.toBlock);
    const { status, json } = await ask(GAP.fromBlock);
    expect([status, json.error.details]).toEqual([
      422,
      expect.objectContaining({
        ...{ reason: 'coverage_gap', coverageGapFromBlock: GAP.fromBlock, coverageGapToBlock: GAP.toBlock },
      }),
    ]);
  });
});
