import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { withoutZeros } from '../../src/domain/chain/record/storage-slot.js';
import { BALANCE_LAYOUTS, slotOfHolder } from '../../src/projection/balance/balance-layout.js';
import { aBlock } from './fixture/block-row.js';
import { ISLAND } from './fixture/chain.js';
import { cover, insert } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const HEAD = ISLAND + 9;
const LAYOUT = BALANCE_LAYOUTS[0]!;
const [RICH, POOR, UNREPORTED] = [1, 2, 3].map((byte) => Buffer.alloc(20, byte)) as [Buffer, Buffer, Buffer];
const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}`;
const token = (byte: number) => Buffer.alloc(20, byte);
const MAX_POSITIONS = 7;

/** Tokens of the fixture: what they declare, the holder's balance, and the price of a whole token. */
const TOKENS = [
  { address: token(0xa1), decimals: 2, symbol: 'AAA', balance: 1_000n, usd: '1' },
  { address: token(0xa2), decimals: 0, symbol: 'BBB', balance: 5n, usd: '2' },
  { address: token(0xa3), decimals: 255, symbol: 'D255', balance: 1n, usd: '3' },
  { address: token(0xa4), decimals: 18, symbol: null, balance: 10n, usd: '0' },
  { address: token(0xa5), decimals: null, symbol: 'NODEC', balance: 10n, usd: '4' },
  { address: token(0xa6), decimals: 18, symbol: 'NOPRICE', balance: 10n, usd: null },
  { address: token(0xa7), decimals: 18, symbol: 'NONE', balance: 0n, usd: '5' },
] as const;

async function fill(pool: Pool): Promise<void> {
  const numbers = Array.from({ length: 10 }, (_, i) => ISLAND + i);
  for (const number of numbers) await insert(pool, 'block', aBlock(number, []));
  for (const family of ['blocks', 'state_diff', 'ommers', 'frames'])
    await cover(pool, family, family === 'blocks' ? numbers : numbers.slice(2));
  const { rows } = await pool.query<{ timestamp: number }>('SELECT min(timestamp) AS timestamp FROM block');
  const before = rows[0]!.timestamp - 3_600;
  const worth = async (asset: string, usd: string) =>
    insert(pool, 'price_import', { asset, timestamp: before, usd, source: 'a test' });
  await worth('ETH', '10');
  for (const { address, decimals, symbol, balance, usd } of TOKENS) {
    const bytes = symbol === null ? null : Buffer.from(symbol);
    await insert(pool, 'token_metadata', {
      token: address,
      symbol: bytes,
      decimals,
      block_number: ISLAND + 2,
    });
    await insert(pool, 'token_declaration', {
      ...{ token: address, symbol: bytes, decimals, block_number: ISLAND + 2, answered: true, open_reads: 0 },
      is_setting: false,
    });
    await insert(pool, 'balance_layout', { token: address, layout: LAYOUT.number, from_block: ISLAND + 2 });
    if (usd !== null) await worth(hex(address), usd);
    const value = balance === 0n ? '' : balance.toString(16).padStart(4, '0');
    await insert(pool, 'storage_answer', {
      ...{
        block_number: ISLAND + 4,
        address,
        slot: withoutZeros(slotOfHolder(LAYOUT, RICH)),
        value: Buffer.from(value, 'hex'),
      },
    });
  }
  await insert(pool, 'account_state', { block_number: ISLAND + 3, address: RICH, wei: 10n ** 18n });
  await insert(pool, 'account_state', { block_number: ISLAND + 3, address: POOR, wei: 0n });
}

describe('the portfolio of an address', () => {
  const service = useService({ firstBlock: ISLAND, fill, portfolioMaxPositions: MAX_POSITIONS });
  const portfolio = (address: Buffer, query = '') =>
    service.get(`addresses/${hex(address)}/portfolio${query}`);

  it('R-252: orders equal values with ether first, then by address', async () => {
    const { json } = await portfolio(RICH);
    expect(json.data.positions.map(({ token, valueUsd }: never) => [token, valueUsd])).toEqual([
      [undefined, 10],
      [hex(token(0xa1)), 10],
      [hex(token(0xa2)), 10],
      [hex(token(0xa3)), 3e-255],
      [hex(token(0xa4)), 0],
    ]);
    expect(json.data).toMatchObject({ totalUsd: 30, pricedCount: 5, hiddenCount: 2, coveredTokenCount: 7 });
    const { json: first } = await portfolio(RICH, '?limit=2');
    expect(first.data).toEqual({ ...json.data, positions: json.data.positions.slice(0, 2) });
  });

  it('R-256, R-257: hides tokens without a price or decimals, and does not count zero balances', async () => {
    const { json } = await portfolio(RICH, `?block=${ISLAND + 4}`);
    expect(json.data.pricedCount + json.data.hiddenCount).toBe(7);
    expect(JSON.stringify(json.data.positions)).not.toMatch(/a5a5a5|a6a6a6|a7a7a7/);
  });

  it('values a block by the decimals that the token declared there, and later ones by its newer declaration', async () => {
    const [{ address: changed }] = TOKENS;
    const shown = async (query: string) => {
      const { positions } = (await portfolio(RICH, query)).json.data;
      const { decimals, symbol, valueUsd } = positions.find(({ token: at }: never) => at === hex(changed));
      return [decimals, symbol, valueUsd];
    };
    const read = {
      token: changed,
      is_setting: true,
      block_number: ISLAND + 6,
      answered: true,
      open_reads: 0,
    };
    await insert(service.pool, 'token_declaration', { ...read, symbol: Buffer.from('ZZZ'), decimals: 1 });
    // The calls of this declaration were not all answered.
    await insert(service.pool, 'token_declaration', {
      ...{ ...read, block_number: ISLAND + 8, open_reads: 4, symbol: null, decimals: null },
    });
    await service.pool.query("UPDATE token_metadata SET symbol = 'ZZZ', decimals = 1 WHERE token = $1", [
      changed,
    ]);
    expect(await shown('?limit=20')).toEqual([1, 'ZZZ', 100]);
    expect(await shown(`?block=${ISLAND + 9}`)).toEqual([1, 'ZZZ', 100]);
    expect(await shown(`?block=${ISLAND + 6}`)).toEqual([1, 'ZZZ', 100]);
    expect(await shown(`?block=${ISLAND + 5}`)).toEqual([2, 'AAA', 10]);
  });

  it('R-255, R-A115: states a total of zero if all prices are zero, and no symbol if none is declared', async () => {
    await service.pool.query('UPDATE price_import SET usd = 0');
    const { json } = await portfolio(RICH);
    expect(json.data.totalUsd).toBe(0);
    expect(new Set(json.data.positions.map(({ share }: never) => share))).toEqual(new Set([0]));
    const nameless = json.data.positions.find(({ token: at }: never) => at === hex(token(0xa4)));
    expect(nameless).not.toHaveProperty('symbol');
    const { json: none } = await portfolio(POOR);
    expect(none.data).not.toHaveProperty('totalUsd');
  });

  it('R-035, R-265: is refused above the limit', async () => {
    const one = token(0xa8);
    await insert(service.pool, 'balance_layout', {
      token: one,
      layout: LAYOUT.number,
      from_block: ISLAND + 2,
    });
    await insert(service.pool, 'storage_answer', {
      ...{
        block_number: ISLAND + 6,
        address: one,
        slot: withoutZeros(slotOfHolder(LAYOUT, RICH)),
        value: Buffer.of(1),
      },
    });
    const { status, json } = await portfolio(RICH);
    expect([status, json.error.code, json.error.details]).toEqual([
      422,
      'portfolio_too_large',
      { reason: 'too_many_positions', maxPositions: MAX_POSITIONS, actual: 8 },
    ]);
    expect((await portfolio(RICH, `?block=${ISLAND + 5}`)).status).toBe(200);
  });

  it('has no count of covered tokens if the address received more tokens than are read', async () => {
    const sendOf = async (count: number): Promise<void> => {
      await service.pool.query(
        `INSERT INTO token (address, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events,
           transfers, mints, burns, minted, burned)
         SELECT substring(sha256(int4send(at)) FOR 20), 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 FROM generate_series(1, $1::int) at`,
        [count],
      );
      await service.pool.query(
        `INSERT INTO token_holder (token, holder, amount, items, amount_moves, item_moves, sent, received, last_received)
         SELECT address, $1, 1, 0, 1, 0, 0, 1, $2::int FROM token`,
        [POOR, ISLAND + 3],
      );
    };
    const covered = async (block: number) =>
      (await portfolio(POOR, `?block=${block}`)).json.data.coveredTokenCount;
    const remove = () => service.pool.query('DELETE FROM token_holder; DELETE FROM token');
    await sendOf(MAX_POSITIONS - 1);
    expect(await covered(ISLAND + 4)).toBeGreaterThan(0);
    await remove();
    await sendOf(MAX_POSITIONS);
    expect(await covered(ISLAND + 5)).toBeUndefined();
    await remove();
  });

  it('R-227: is refused with the gap if the ether balance is not known', async () => {
    const { status, json } = await portfolio(UNREPORTED);
    expect([status, json.error.details]).toEqual([
      422,
      {
        reason: 'coverage_gap',
        coverageGapFromBlock: ISLAND,
        coverageGapToBlock: ISLAND + 1,
        maxAvailableBlock: HEAD,
      },
    ]);
  });
});
