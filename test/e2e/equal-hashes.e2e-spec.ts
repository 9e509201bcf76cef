import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { withoutZeros } from '../../src/domain/chain/record/storage-slot.js';
import { BALANCE_LAYOUTS, slotOfHolder } from '../../src/projection/balance/balance-layout.js';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { addressOf, hex } from './fixture/bytes.js';
import { anInternalTransfer } from './fixture/internal-transfer-row.js';
import { cover, insert } from './fixture/store-chain.js';
import { deploy, storeDays } from './fixture/token-days.js';
import { aTransaction } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
const HEAD = 1_010;
/** Two addresses whose hashes in PostgreSQL are equal, the 32-bit ones and the 64-bit ones. */
const ONE = Buffer.alloc(20, 0x11);
const OTHER = Buffer.from('222222222222222222222222c94b637db6d1bc25', 'hex');
const TWINS = [ONE, OTHER];
const rich = addressOf('rich');
const LAYOUT = BALANCE_LAYOUTS[0]!;

/** How often each twin does something: the second does everything twice. */
const timesOf = (twin: Buffer): number[] => (twin === ONE ? [1] : [1, 2]);

async function fill(pool: Pool): Promise<void> {
  const moves = (from: Buffer, to: Buffer, token: Buffer) => [eventLog(token, TRANSFER, [from, to], [5])];
  await storeDays(pool, FIRST, HEAD, {
    [HEAD - 1]: TWINS.flatMap((twin) =>
      timesOf(twin).flatMap((time) => [
        moves(Buffer.alloc(20), addressOf(`holder ${time}`), twin),
        moves(Buffer.alloc(20), twin, addressOf('token')),
        moves(twin, addressOf('receiver'), addressOf('token')),
      ]),
    ),
  });
  for (const [at, twin] of TWINS.entries()) {
    await deploy(pool, twin, FIRST + 1);
    await insert(pool, 'balance_layout', { token: twin, layout: LAYOUT.number, from_block: FIRST });
    await insert(pool, 'token_metadata', {
      token: twin,
      symbol: Buffer.of(65),
      decimals: 0,
      block_number: HEAD,
    });
    const slot = withoutZeros(slotOfHolder(LAYOUT, rich));
    await insert(pool, 'storage_answer', {
      block_number: HEAD - 2,
      address: twin,
      slot,
      value: Buffer.of(at + 1),
    });
    for (const time of timesOf(twin)) {
      const place = { block_number: HEAD, tx_index: 10 * at + time };
      const [sent, received] = [{ from_address: twin }, { to_address: twin }];
      const name = `${at} ${time}`;
      await insert(pool, 'transaction', { ...place, ...aTransaction(name, sent) });
      const other = { ...place, tx_index: place.tx_index + 5 };
      await insert(pool, 'transaction', { ...other, ...aTransaction(`to ${name}`, received) });
      await insert(pool, 'internal_transfer', { ...place, ...anInternalTransfer('0000 0000', 1, sent) });
      await insert(pool, 'internal_transfer', { ...place, ...anInternalTransfer('0000 0001', 2, received) });
    }
  }
  await insert(pool, 'account_state', { block_number: FIRST + 1, address: rich, wei: 0n });
  await pool.query("DELETE FROM coverage WHERE family IN ('frames', 'state_diff', 'ommers')");
  const numbers = Array.from({ length: HEAD - FIRST + 1 }, (_, at) => FIRST + at);
  for (const family of ['frames', 'state_diff', 'ommers']) await cover(pool, family, numbers);
}

describe('addresses with equal hashes', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const of = async (path: string) => (await service.get(path)).json.data;

  it.each(TWINS)('have feeds of their own (%#)', async (twin) => {
    const count = timesOf(twin).length;
    const address = hex(twin);
    const { transactions } = await of(`addresses/${address}/transactions`);
    expect(transactions).toHaveLength(2 * count);
    for (const { from, to } of transactions) expect([from, to]).toContain(address);
    const { transfers: inner } = await of(`addresses/${address}/internal-transfers`);
    expect(inner).toHaveLength(2 * count);
    for (const { from, to } of inner) expect([from, to]).toContain(address);
    const { transfers } = await of(`addresses/${address}/token-transfers`);
    expect(transfers).toHaveLength(2 * count);
    for (const { from, to } of transfers) expect([from, to]).toContain(address);
    const receiver = hex(addressOf('receiver'));
    const between = await of(`addresses/${address}/counterparties/${receiver}/token-transfers`);
    expect(between.transfers).toHaveLength(count);
    const { events } = await of(`contracts/${address}/events`);
    expect(events).toHaveLength(count);
  });

  it.each(TWINS)('are counted apart (%#)', async (twin) => {
    const count = timesOf(twin).length;
    const address = hex(twin);
    expect(await of(`addresses/${address}`)).toMatchObject({ sentTxCount: count, receivedTxCount: count });
    expect(await of(`tokens/${address}`)).toMatchObject({ transferCount: count });
    expect((await of(`tokens/${address}/transfers`)).transfers).toHaveLength(count);
    const { windows } = await of(`tokens/${address}/statistics`);
    expect(windows[1]).toMatchObject({ transferCount: count, senderCount: 0, receiverCount: count });
  });

  it('are both in the portfolio of a holder of both', async () => {
    const { json } = await service.get(`addresses/${hex(rich)}/portfolio`);
    expect(json.data).toMatchObject({ hiddenCount: 2, coveredTokenCount: 2 });
    const values = await Promise.all(
      TWINS.map(async (twin) => (await of(`addresses/${hex(rich)}/balances/${hex(twin)}`)).balance),
    );
    expect(values).toEqual(['1', '2']);
  });
});
