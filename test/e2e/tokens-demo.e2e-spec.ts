import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { useDemo } from './fixture/use-demo.js';

type Row = Record<string, string>;

const TOTAL_SUPPLY = '0x18160ddd';
const BALANCE_OF_NOBODY = `0x70a08231${'0'.repeat(64)}`;

/** Tokens whose supply is more or less than their transfers show; that of all others is equal. */
const SILENT = ['weth', 'tether', 'silent token', 'plain token', 'rebasing token'];

describe('the tokens of the demo chain', () => {
  const demo = useDemo();
  let pool: Pool;
  let tokens: string[];
  beforeAll(async () => {
    pool = createPool(demo.databaseUrl);
    const { rows } = await pool.query<{ address: Buffer }>('SELECT DISTINCT token AS address FROM transfer');
    tokens = rows.map(({ address }) => `0x${address.toString('hex')}`);
  });
  afterAll(() => pool?.end());

  const token = async (name: string, rest = '') =>
    (await demo.get(`tokens/${demo.at(name)}${rest}`)).json.data;

  /** The number that a view call returns at the head; undefined if it returns no word. */
  const asked = async (to: string, data: string): Promise<bigint | undefined> => {
    const response = await fetch(demo.nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }),
    });
    const { result = '' } = (await response.json()) as { result?: string };
    return /^0x.{64}$/.test(result) ? BigInt(result) : undefined;
  };

  /** Every row of a list, page by page. */
  const all = async (path: string, items: string): Promise<Row[]> => {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const { data } = (await demo.get(`${path}?limit=7${cursor ? `&cursor=${cursor}` : ''}`)).json;
      rows.push(...data[items]);
      cursor = data.nextCursor;
    } while (cursor !== undefined);
    return rows;
  };

  it('R-157, R-303, R-304: have counters, lists and a supply that agree if the supply changes by transfers only', async () => {
    const apart = new Set<string>();
    let compared = 0;
    for (const address of tokens) {
      const statistics = (await demo.get(`tokens/${address}/statistics`)).json.data;
      const transfers = await all(`tokens/${address}/transfers`, 'transfers');
      const events = transfers.filter(
        ({ batchIndex }) => batchIndex === undefined || Number(batchIndex) === 0,
      );
      const of = (type: string) => events.filter(({ eventType }) => eventType === type).length;
      const holders = await all(`tokens/${address}/holders`, 'holders');
      expect(statistics).toMatchObject({
        ...{ transferCount: events.length, mintCount: of('mint'), burnCount: of('burn') },
        ...{ currentHolderCount: holders.length },
        ...{
          firstTransferBlock: transfers.at(-1)!.blockNumber,
          lastTransferBlock: transfers[0]!.blockNumber,
        },
      });
      const supply = await asked(address, TOTAL_SUPPLY);
      if (supply === undefined) continue;
      compared++;
      const held = holders.reduce((sum, { balance }) => sum + BigInt(balance!), 0n);
      const { mintedAmount = held, burnedAmount = 0n } = statistics;
      // Uniswap locks the first shares of a pool at the zero address.
      const nobodys = (await asked(address, BALANCE_OF_NOBODY)) ?? 0n;
      if (held + nobodys !== supply || BigInt(mintedAmount) - BigInt(burnedAmount) !== held + nobodys)
        apart.add(address);
    }
    expect([...apart].sort()).toEqual(SILENT.map(demo.at).sort());
    expect(compared).toBeGreaterThan(30);
  });

  it('R-153, R-154: have the standard that their events settle', async () => {
    const standards = [
      ['dollar', 'erc20'],
      ['preset erc721', 'erc721'],
      ['kitty token', 'erc721'],
      ['preset erc1155', 'erc1155'],
      ['erc777', 'erc777'],
      ['vault', 'erc4626'],
      ['mixed log forge', 'erc20'],
    ] as const;
    for (const [name, standard] of standards) expect((await token(name)).standard).toBe(standard);
  });

  it.each([
    ['dollar', { symbol: 'dUSD', name: 'Demo Dollar', decimals: 6 }],
    ['bidi token', { symbol: 'A\u200bB\u2066C', name: '\u202eKOOL\u202c Token', decimals: 18 }],
    ['nul token', { symbol: '\0\0', name: 'Nul\0inside', decimals: 18 }],
    ['long token', { symbol: 'L'.repeat(300), name: 'long '.repeat(205), decimals: 18 }],
    ['markup token', { symbol: "'; DROP TABLE token; --", name: '<script>alert(1)</script>', decimals: 18 }],
    ['empty token', { symbol: '', name: '', decimals: 18 }],
    ['decimals 255 token', { symbol: 'D255', name: 'Two Hundred', decimals: 255 }],
    ['decimals overflow token', { symbol: 'D2E255', name: 'Too Many' }],
    ['broken text token', { symbol: '\ufffd=\ufffd', name: '\ufffd\ufffd\ufffd\ufffd\ufffd', decimals: 6 }],
    ['bytes32 token', { symbol: 'bMKR', name: 'Maker-like', decimals: 18 }],
    // Ten thousand bytes, a revert, and a number of 78 digits.
    ['speechless token', {}],
    ['preset erc1155', {}],
    ['preset erc721', { symbol: 'ART', name: 'Preset Art' }],
    ['kitty token', {}],
  ])('R-155, R-156, R-A002, R-A003, R-A004: the %s declares what it declares', async (name, declared) => {
    const { symbol, name: called, decimals } = await token(name);
    expect({ symbol, name: called, decimals }).toEqual(declared);
    expect((await token(name, '/transfers')).token).toEqual({
      ...{ address: demo.at(name), standard: (await token(name)).standard, ...declared },
    });
  });

  it('R-298, R-303: show a fee and a rebase as the events state them', async () => {
    const sum = async (name: string) => {
      const { holders } = await token(name, '/holders');
      return holders.reduce((total: bigint, { balance }: Row) => total + BigInt(balance!), 0n);
    };
    const million = 10n ** 24n;
    expect(await sum('fee token')).toBe(million);
    expect(await sum('rebasing token')).toBe(10n ** 21n);
    expect(await asked(demo.at('rebasing token'), TOTAL_SUPPLY)).toBe(11n * 10n ** 20n);
  });
});
