import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { insert } from './fixture/store-chain.js';
import { useOwnDemo } from './fixture/use-demo.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Data = any;

const ETHER = 10n ** 18n;
const HOUR = 3_600;

/** Tokens that are worth a dollar each here, so that none is hidden for lack of a price. */
const PRICED = [
  ...['fee token', 'rebasing token', 'kitty token', 'bytes32 token', 'long token'],
  ...['empty token', 'nul token', 'markup token', 'bidi token', 'broken text token'],
  ...['decimals 255 token', 'decimals overflow token'],
];

describe('portfolios with odd tokens', () => {
  let pool: Pool;
  // Ends before the server does, which is next.
  afterAll(() => pool.end());
  const demo = useOwnDemo();
  let rebased: number;
  /** The portfolio of alice before anything odd had a price. */
  let before: Data;

  let limit = 200;
  /** Requests a new target each time: an answer is cached until a block comes, and prices come here without one. */
  const portfolio = async (who: string, query = ''): Promise<Data> =>
    (await demo.get(`addresses/${demo.at(who)}/portfolio?limit=${limit--}${query}`)).json.data;
  const positionOf = ({ positions }: Data, name: string): Data =>
    positions.find(({ token }: Data) => token === demo.at(name));
  const timeOf = async (block: number): Promise<number> =>
    (await demo.get(`blocks/${block}`)).json.data.timestamp;

  beforeAll(async () => {
    pool = new Pool({ connectionString: demo.databaseUrl });
    rebased = demo.transaction('rebase').block;
    before = await portfolio('alice');
    const { rows } = await pool.query<{ asset: string }>(
      `SELECT '0x' || encode(address, 'hex') AS asset FROM token WHERE erc721_transfers + erc1155_transfers > 0`,
    );
    const assets = new Set([...PRICED.map((name) => demo.at(name)), ...rows.map(({ asset }) => asset)]);
    for (const block of [rebased, demo.head]) {
      const timestamp = (await timeOf(block)) - 2 * HOUR;
      for (const asset of assets)
        await insert(pool, 'price_import', { asset, timestamp, usd: '1', source: 'a test' });
    }
  });

  it('R-251: state what remains of a transfer after its fee', async () => {
    // 1,000 to alice and 500 of hers to bob, each less two percent for the treasury.
    const held = { deployer: 999_000n, alice: 480n, bob: 490n, treasury: 30n };
    for (const [who, balance] of Object.entries(held)) {
      const position = positionOf(await portfolio(who), 'fee token');
      expect([who, position.balance, position.valueUsd]).toEqual([
        who,
        String(balance * ETHER),
        Number(balance),
      ]);
    }
    expect(await portfolio('treasury')).toMatchObject({ pricedCount: 4, hiddenCount: 0 });
  });

  it('R-251: state a balance after a rebase without transfers', async () => {
    const earlier = await portfolio('alice', `&block=${rebased - 1}`);
    expect(positionOf(earlier, 'rebasing token')).toMatchObject({ balance: String(100n * ETHER) });
    const later = positionOf(await portfolio('alice', `&block=${rebased}`), 'rebasing token');
    expect(later).toMatchObject({ balance: String(110n * ETHER), asOfBlock: rebased });
    const { json } = await demo.get(
      `addresses/${demo.at('alice')}/balances/${demo.at('rebasing token')}?block=${rebased}`,
    );
    expect(json.data.balance).toBe(later.balance);
  });

  it('R-253, R-257: include neither NFTs nor ids with amounts, with or without prices', async () => {
    // Prices reveal the fee token, the rebasing token and the bidi token of alice. NFTs are neither listed nor hidden.
    const after = await portfolio('alice');
    expect(after.pricedCount).toBe(before.pricedCount + 3);
    expect(after.hiddenCount).toBe(before.hiddenCount - 3);
  });

  it('R-256, R-263: list tokens with any text as symbol, and hide those without sensible decimals', async () => {
    const mallory = await portfolio('mallory');
    expect(mallory.hiddenCount).toBeGreaterThan(0);
    expect(positionOf(mallory, 'long token').symbol).toBe('L'.repeat(300));
    expect(positionOf(mallory, 'empty token').symbol).toBe('');
    expect(positionOf(mallory, 'decimals 255 token')).toMatchObject({ decimals: 255, valueUsd: 1e-252 });
    expect(positionOf(mallory, 'decimals overflow token')).toBeUndefined();
  });

  it('R-256, R-264: hide a token without decimals, and list it without its symbol of 10 KB if they are known', async () => {
    const token = fromHex(demo.at('long token'));
    // As of a token that reverts, or returns too much.
    await pool.query('UPDATE token_metadata SET decimals = NULL, symbol = NULL WHERE token = $1', [token]);
    const hidden = await portfolio('mallory');
    expect(positionOf(hidden, 'long token')).toBeUndefined();
    await pool.query('UPDATE token_metadata SET decimals = 0 WHERE token = $1', [token]);
    const listed = await portfolio('mallory');
    expect([listed.pricedCount, listed.hiddenCount]).toEqual([
      hidden.pricedCount + 1,
      hidden.hiddenCount - 1,
    ]);
    expect(positionOf(listed, 'long token')).not.toHaveProperty('symbol');
  });
});
