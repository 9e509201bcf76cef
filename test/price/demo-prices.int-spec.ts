import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toDouble } from '../../src/domain/amount/ratio.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { ETHER } from '../../src/domain/price/price-sources.js';
import { type Price, PriceReader } from '../../src/projection/price/price.reader.js';
import { PriceBounds } from '../../src/projection/price/price-bounds.js';
import { hourOfBlock } from '../../src/projection/price/price-hour.js';
import { DeclaredTokensReader } from '../../src/projection/token/declared-tokens.reader.js';
import { sourcesOfPrices } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

describe('prices of the demo chain', () => {
  let demo: DemoDatabases;
  let pool: Pool;
  let timestamps: ReadonlyMap<number, number>;
  const address = (name: string) => demo.chain.manifest.address(name).toLowerCase();
  const sources = sourcesOfPrices(true);
  const prices = (carryHours = 48) => new PriceReader(pool, sources, new PriceBounds(carryHours));
  const at = async (asset: string, block: number, carryHours?: number): Promise<Price | undefined> => {
    const hour = hourOfBlock(block, timestamps.get(block)!);
    const declared = (tokens: readonly Address[]) => new DeclaredTokensReader(pool).declared(tokens, block);
    return (await prices(carryHours).pricesAt([asset], hour, declared)).get(asset);
  };
  const dollars = (price: Price | undefined) => price && toDouble(price.usd);

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    pool = await demo.inOrder();
    const { rows } = await pool.query<{ number: number; timestamp: number }>(
      'SELECT number, timestamp FROM block',
    );
    timestamps = new Map(rows.map(({ number, timestamp }) => [number, timestamp]));
  });
  afterAll(() => demo.stop());

  /** The last block of each hour of the market. */
  const hours = (): number[] => {
    const last = new Map([...timestamps].map(([block, timestamp]) => [Math.floor(timestamp / 3_600), block]));
    return [...last.values()].sort((one, other) => one - other);
  };

  it('are those of the feed if it answered, of the pool if there were only trades, and carried through the quiet hour', async () => {
    const found: (Price | undefined)[] = [];
    for (const block of hours()) found.push(await at(ETHER, block));
    const sources = found.map((price) => price?.source.split(':')[0]);
    expect(sources.filter((source) => source === 'chainlink').length).toBeGreaterThan(18);
    expect(sources.filter((source) => source === 'uniswap_v2').length).toBeGreaterThan(18);
    // In even hours of the market the feed answers; in odd hours only the pool moves, except in the quiet one.
    const quiet = found.findIndex(
      (price, i) => i > 0 && price?.isCarried && price.source.startsWith('chainlink'),
    );
    expect(dollars(found[quiet])).toBe(dollars(found[quiet - 1]));
    expect(found.filter((price) => price?.isCarried && price.source.startsWith('chainlink'))).toHaveLength(2);
    for (const price of found.slice(1)) expect(dollars(price)).toBeGreaterThan(2_300);
  });

  it('are the same for ether and its wrapper', async () => {
    const { height } = demo.chain;
    expect(dollars(await at(address('weth'), height()))).toBe(dollars(await at(ETHER, height())));
  });

  it('of a token follow from its own pool, while the dollar in which it is quoted has a price', async () => {
    const token = address('minted token');
    const block = demo.chain.manifest.transaction('v2 swap through two pairs').block;
    // The pool had only just been filled.
    expect(await at(token, block)).toBeUndefined();
    const price = await at(token, demo.chain.height());
    expect(price).toMatchObject({ isCarried: true, source: `uniswap_v2:${address('v2 second pair')}` });
    // The pool was filled at two dollars; the swap, its last trade, raised the price.
    expect(dollars(price)).toBeCloseTo(2.14, 2);
    expect(await at(token, demo.chain.height(), 24)).toBeUndefined();
  });

  it("leave the hour's price as it was after one block's manipulation of the pool", async () => {
    const { block } = demo.chain.manifest.transaction('price pushed');
    const pair = fromHex(address('v2 pair'));
    const { rowCount: syncs } = await pool.query(
      'SELECT FROM log WHERE address = $1 AND block_number = $2 AND topic1 IS NULL',
      [pair, block],
    );
    // Both swaps of the manipulation are in one block.
    expect(syncs).toBe(2);
    const before = await at(ETHER, block - 1);
    expect(before?.source).toBe(`uniswap_v2:${address('v2 pair')}`);
    const spot = async (number: number) => {
      const { rows } = await pool.query<{ spot: string }>(
        'SELECT reserve0 * 1000000000000 / reserve1 AS spot FROM price_reserve WHERE pool = $1 AND block_number <= $2 ORDER BY block_number DESC LIMIT 1',
        [pair, number],
      );
      return Number(rows[0]!.spot);
    };
    expect(Math.abs(1 - (await spot(block)) / (await spot(block - 1)))).toBeGreaterThan(0.01);
    expect(await at(ETHER, block)).toEqual(before);
    expect(await at(ETHER, demo.chain.height())).toEqual(before);
  });
});
