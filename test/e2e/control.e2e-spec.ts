import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hex } from './fixture/bytes.js';
import { FIRST, GAP, STORY, UNKNOWN_STATE } from './fixture/claim-story.js';
import { storeClaims } from './fixture/store-claims.js';
import { useDemo } from './fixture/use-demo.js';
import { useService } from './fixture/use-service.js';

interface Edge {
  readonly attributeId: string;
  readonly from: string;
  readonly to: string;
  readonly startBlock: number;
  readonly proofHash: string;
}

/** An entry of `definitions/bindings/demo/flagged-addresses.yaml`. */
const LISTED_SCAM = '0xe10d0dea014b3e2ddb4297aa37d2f1a67d1b67a7';

describe('who controls an address', () => {
  const demo = useDemo();
  const walk = async (address: string, query = '') => {
    const { status, json } = await demo.get(`addresses/${address}/controllers${query}`);
    expect([address, status]).toEqual([address, 200]);
    return json.data;
  };

  it('is shown by edges that are proven relations, each to a node at most one level further', async () => {
    let longest = 0;
    for (const address of demo.addresses) {
      const { nodes, edges, truncated, block } = await walk(address);
      expect(truncated).toBe(false);
      const levels = new Map(
        nodes.map((node: { address: string; level: number }) => [node.address, node.level]),
      );
      expect([levels.size, levels.get(address)]).toEqual([nodes.length, 0]);
      for (const { attributeId, from, to, proofHash } of edges as Edge[]) {
        const proof = await demo.get(`addresses/${from}/relations/${attributeId}/${to}/proof?block=${block}`);
        expect([attributeId, proof.json.data?.proofHash]).toEqual([attributeId, proofHash]);
        expect(Number(levels.get(to))).toBeLessThanOrEqual(Number(levels.get(from)) + 1);
        longest = Math.max(longest, Number(levels.get(to)));
      }
    }
    expect(longest).toBeGreaterThanOrEqual(2);
  });

  it('includes every relation of control of the address', async () => {
    const control =
      /^relation:(owned_by|proxy_admin|uses_beacon|beacon_implementation|has_role_holder|default_admin|safe_owner|safe_module|safe_guard|delegates_to|multisig_owner|timelock_admin|ward|authority)$/;
    for (const address of demo.addresses) {
      const { edges } = await walk(address);
      const { relations } = (await demo.get(`addresses/${address}/relations?limit=200`)).json.data;
      expect(edges.filter(({ from }: Edge) => from === address).length).toBe(
        relations.filter(({ attributeId }: { attributeId: string }) => control.test(attributeId)).length,
      );
    }
  });

  it('is shown for a past block, and refused above the newest', async () => {
    const { block, edges } = await walk(demo.at('safe of three'), '?block=25000060');
    expect(block).toBe(25_000_060);
    for (const { startBlock } of edges as Edge[]) expect(startBlock).toBeLessThanOrEqual(25_000_060);
    expect((await demo.get(`addresses/${demo.at('dollar')}/controllers?block=99000000`)).status).toBe(422);
  });
});

describe('who controls an address with very many controllers of one kind', () => {
  const kinds = ['relation:default_admin', 'relation:owned_by', 'relation:safe_guard'] as const;
  const of = (id: string, object: string) => ({ id, subject: 'crowded', object, start: 350 });
  const fill = (pool: Pool) =>
    storeClaims(pool, {
      ...STORY,
      definitions: { ...STORY.definitions, ...Object.fromEntries(kinds.map((id) => [id, 'state_diff'])) },
      segments: [
        ...Array.from({ length: 250 }, (_, n) => of('relation:default_admin', `admin ${n}`)),
        ...[of('relation:owned_by', 'owner'), of('relation:safe_guard', 'guard')],
      ],
    });
  const service = useService({ firstBlock: FIRST, fill });

  it('names those of every other kind, and says that it names not all', async () => {
    const { data } = (await service.get(`addresses/${hex(addressOf('crowded'))}/controllers`)).json;
    expect(data.edges).toHaveLength(200);
    expect(data.truncated).toBe(true);
    expect(data.edges.slice(-2)).toMatchObject([
      { attributeId: 'relation:owned_by', to: hex(addressOf('owner')) },
      { attributeId: 'relation:safe_guard', to: hex(addressOf('guard')) },
    ]);
  });
});

describe('who controls what passes calls on to an account that delegates', () => {
  const ids = ['relation:implemented_by', 'address_nature:eoa_delegated_7702'] as const;
  const fill = (pool: Pool) =>
    storeClaims(pool, {
      ...STORY,
      definitions: { ...STORY.definitions, ...Object.fromEntries(ids.map((id) => [id, 'state_diff'])) },
      segments: [
        { id: ids[0], subject: 'proxy', object: 'account', start: 350 },
        { id: ids[0], subject: 'proxy', object: 'code', start: 350 },
        { id: ids[1], subject: 'account', start: 350 },
      ],
    });
  const service = useService({ firstBlock: FIRST, fill });

  it('is the account, whose key changes the code, and no contract', async () => {
    const { data } = (await service.get(`addresses/${hex(addressOf('proxy'))}/controllers`)).json;
    expect(data.edges).toMatchObject([{ attributeId: ids[0], to: hex(addressOf('account')) }]);
    expect(data.nodes).toHaveLength(2);
  });
});

describe('screening', () => {
  const demo = useDemo();
  const screen = (addresses: readonly string[], query = '') =>
    demo.get(`screening?addresses=${addresses.join(',')}${query}`);

  it('states the risks of each address, since when they hold, and the lists consulted', async () => {
    const asked = [demo.at('mallory'), demo.at('whale'), demo.at('dollar'), demo.at('mallory')];
    const { json } = await screen(asked);
    const { block, addresses, lists, checked } = json.data;
    expect(addresses.map(({ address }: { address: string }) => address)).toEqual(asked.slice(0, 3));
    const [mallory, whale, dollar] = addresses;
    const path = `addresses/${demo.at('mallory')}/attributes/risk:sanctioned_ofac/proof?block=${block}`;
    expect(mallory.risks).toContainEqual({
      ...{ attributeId: 'risk:sanctioned_ofac', startBlock: 25_000_100 },
      startTime: (await demo.get('blocks/25000100')).json.data.timestamp,
      proofHash: (await demo.get(path)).json.data.proofHash,
    });
    expect(whale).toMatchObject({ nature: 'account', risks: [], undecided: [] });
    expect(dollar.nature).toBe('contract');
    expect(checked).toEqual(expect.arrayContaining(['risk:sanctioned_ofac', 'risk:usdc_blacklisted']));
    expect(lists).toContainEqual(
      expect.objectContaining({
        id: 'ofac-sanctions',
        version: '1.2.0',
        asOf: '2026-11-21T00:00:00Z',
      }),
    );
  });

  it('names addresses that a list of scams names, with the date of the list', async () => {
    const { json } = await screen([LISTED_SCAM]);
    const { addresses, lists, checked } = json.data;
    expect(checked).toContain('risk:listed_scam');
    expect(addresses[0].risks).toMatchObject([{ attributeId: 'risk:listed_scam' }]);
    expect(lists).toContainEqual(expect.objectContaining({ id: 'flagged-addresses', version: '1.0.0' }));
  });

  it('agrees with the attributes of every address, also at a past block', async () => {
    for (const query of ['', '&block=25000150'])
      for (let from = 0; from < demo.addresses.length; from += 90) {
        const { json } = await screen(demo.addresses.slice(from, from + 90), query);
        for (const { address, risks } of json.data.addresses) {
          const at = await demo.get(`addresses/${address}/attributes/at/${json.data.block}`);
          const ids = at.json.data.intervals.map(({ attributeId }: { attributeId: string }) => attributeId);
          expect([address, risks.map(({ attributeId }: { attributeId: string }) => attributeId)]).toEqual([
            address,
            ids.filter((id: string) => json.data.checked.includes(id)).sort(),
          ]);
        }
      }
  });

  it('takes one to 90 addresses', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`);
    expect((await screen(many(90))).status).toBe(200);
    const { status, json } = await screen(many(91));
    expect([status, json.error.details]).toEqual([
      400,
      expect.objectContaining({ reason: 'limit_out_of_range', maxLimit: 90, actual: 91 }),
    ]);
    expect(json.error.message).toBe('addresses may have at most 90 entries, and has 91.');
    expect((await demo.get('screening')).json.error.details.reason).toBe('address_invalid');
    expect((await demo.get('screening?addresses=')).json.error.details.reason).toBe('address_invalid');
    // As an agent writes a list.
    const list = encodeURIComponent(JSON.stringify([demo.at('mallory')]));
    expect((await demo.get(`screening?addresses=${list}`)).json.error.message).toBe(
      'addresses must be addresses of 0x and 40 hex characters, joined by commas.',
    );
  });
});

describe('control and screening beside a gap', () => {
  const service = useService({
    firstBlock: FIRST,
    fill: (pool) =>
      storeClaims(pool, {
        ...STORY,
        definitions: { ...STORY.definitions, 'risk:of_traces': 'frames state_diff' },
      }),
  });
  const at = (name: string) => hex(addressOf(name));

  it('are refused within it, and undecided where records are missing', async () => {
    for (const path of [`addresses/${at('proxy')}/controllers?`, `screening?addresses=${at('proxy')}&`]) {
      const { status, json } = await service.get(`${path}block=${GAP.fromBlock}`);
      expect([path, status, json.error?.details?.reason]).toEqual([path, 422, 'coverage_gap']);
      expect((await service.get(`${path}block=${UNKNOWN_STATE.fromBlock}`)).status).toBe(200);
    }
    const { json } = await service.get(`screening?addresses=${at('proxy')}&block=${UNKNOWN_STATE.fromBlock}`);
    expect(json.data.addresses[0]).not.toHaveProperty('nature');
  });

  it('say from which block on they look', async () => {
    const from = async (query: string) =>
      (await service.get(`screening?addresses=${at('proxy')}${query}`)).json.data.coveredFromBlock;
    // Other definitions cover the blocks without state diffs, risks do not.
    expect(await from('')).toBe(UNKNOWN_STATE.toBlock + 1);
    expect(await from(`&block=${GAP.toBlock + 1}`)).toBe(GAP.toBlock + 1);
    expect(await from(`&block=${GAP.fromBlock - 1}`)).toBe(FIRST);
  });
});

describe('token transfers between two addresses', () => {
  const demo = useDemo();
  const walk = async (path: string) => {
    const all: object[] = [];
    let cursor = '';
    do {
      const { status, json } = await demo.get(`${path}?limit=3${cursor}`);
      expect([path, status]).toEqual([path, 200]);
      all.push(...json.data.transfers);
      cursor = json.data.nextCursor === undefined ? '' : `&cursor=${json.data.nextCursor}`;
    } while (cursor !== '');
    return all as { from?: string; to?: string }[];
  };

  it('are those of the feed with that counterparty', async () => {
    let met = 0;
    for (const name of ['whale', 'dave', 'mallory']) {
      const address = demo.at(name);
      const feed = await walk(`addresses/${address}/token-transfers`);
      const others = [...new Set(feed.flatMap(({ from, to }) => [from, to]))].filter(
        (one) => one !== undefined,
      );
      for (const other of others.slice(0, 6)) {
        const between = feed.filter(({ from, to }) =>
          other === address ? from === to : [from, to].includes(other) && from !== to,
        );
        expect([
          name,
          other,
          await walk(`addresses/${address}/counterparties/${other}/token-transfers`),
        ]).toEqual([...[name, other, between]]);
        met += between.length;
      }
    }
    expect(met).toBeGreaterThan(3);
  });
});
