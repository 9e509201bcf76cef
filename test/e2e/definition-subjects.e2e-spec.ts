import { describe, expect, it } from '@jest/globals';
import { aBlock } from './fixture/block-row.js';
import { FIRST, GAP, STORY } from './fixture/claim-story.js';
import { insert } from './fixture/store-chain.js';
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

  it('are refused for an unknown definition or block', async () => {
    expect((await demo.get('definitions/asset:nothing/subjects')).status).toBe(404);
    const later = await demo.get('definitions/asset:erc20/subjects?block=99000000');
    expect([later.status, later.json.error.details.reason]).toEqual([422, 'beyond_coverage']);
  });
});

describe('the subjects of a definition beside a gap', () => {
  const service = useService({ firstBlock: FIRST, fill: (pool) => storeClaims(pool, STORY) });
  const ask = (block: number) => service.get(`definitions/address_nature:eoa/subjects?block=${block}`);

  it('do not include claims that began before the gap, and are refused within it', async () => {
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

describe('the subjects of a definition with many ended claims', () => {
  const [ENDED, HELD_AT] = [5_000, 150];
  const service = useService({
    firstBlock: FIRST,
    async fill(pool) {
      await storeClaims(pool, STORY);
      // Cursors need their block to be stored.
      await insert(pool, 'block', aBlock(HELD_AT, []));
      await pool.query(
        `INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, reference_block, proof_hash,
                                    proof, position, evaluated_at)
         SELECT 1, decode(lpad(to_hex(n), 40, '0'), 'hex'), number, '', block, block, block, block, sha256(int4send(n)), '{}', 1000 + n, 1
         FROM definition_number, generate_series(1, ${ENDED}) n, LATERAL (SELECT CASE n WHEN 3000 THEN ${HELD_AT} ELSE ${FIRST} END AS block) of
         WHERE id = 'address_nature:eoa'`,
      );
    },
  });
  const list = `definitions/address_nature:eoa/subjects?limit=500&block=${HELD_AT}`;

  it('are found by following cursors, even past a page without rows', async () => {
    const pages: string[][] = [];
    let cursor = '';
    do {
      const { status, json } = await service.get(`${list}${cursor}`);
      expect(status).toBe(200);
      pages.push(json.data.subjects.map(({ address }: Subject) => address));
      cursor = json.data.nextCursor === undefined ? '' : `&cursor=${json.data.nextCursor}`;
    } while (cursor !== '');
    expect(pages[0]).toEqual([]);
    expect(pages[1]).toEqual([`0x${(3_000).toString(16).padStart(40, '0')}`]);
    expect(pages[2]!.length).toBeGreaterThan(0);
    expect(pages).toHaveLength(3);
  });
});
