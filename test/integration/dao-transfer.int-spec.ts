import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import type { Address } from '../../src/domain/chain/hex.js';
import { DAO_ACCOUNTS } from '../../src/domain/chain/protocol/dao-accounts.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { BlockAppended } from '../../src/domain/event/chain-event.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { nativeBalanceProjector } from '../../src/records/state/native-balance.projector.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { aBlock } from '../e2e/fixture/block-row.js';
import { cover, insert } from '../e2e/fixture/store-chain.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { storedBalances } from '../fixture/stored-balances.js';

const FORK = 1_920_000;
const nativeBalance = nativeBalanceProjector();
/** First block of the made chain. */
const FIRST = FORK - 3;
const REFUND = 'bf4ed7b27f1d666546e30d74d50d173d20bca754';
const [drained, alsoDrained, touched] = DAO_ACCOUNTS as [string, string, string];

const holds = (account: string, wei: bigint): StateChange => ({
  ...{ address: Buffer.from(account, 'hex'), balance: { before: 0n, after: wei }, storage: [] },
});
const made = (number: number, ...changes: StateChange[]): BlockAppended => {
  const header = { number, difficulty: 0n, extraData: Buffer.from(number < FORK ? '' : 'dao-hard-fork') };
  const block = { header, transactions: [], receipts: [], stateChanges: [changes], ommers: [] };
  return { kind: 'BlockAppended', block: block as unknown as VerifiedBlock } as BlockAppended;
};
const BLOCKS = [
  made(FIRST, holds(drained, 100n), holds(alsoDrained, 20n), holds(REFUND, 3n)),
  made(FORK - 2, holds(alsoDrained, 25n)),
  made(FORK - 1),
  made(FORK, holds(touched, 8n)),
  made(FORK + 1),
  made(FORK + 2, holds(REFUND, 90n)),
];

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await insert(pool, 'block', { ...aBlock(FIRST, []), parent_hash: Buffer.alloc(32) });
  for (const family of ['state_diff', 'ommers']) await cover(pool, family, []);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

async function change(act: (tx: PoolClient) => Promise<void>): Promise<void> {
  const tx = await pool.connect();
  try {
    await act(tx);
  } finally {
    tx.release();
  }
}

const appended = (from: number, to: number) =>
  change((tx) =>
    applyEvents(
      nativeBalance,
      tx,
      BLOCKS.filter(({ block }) => block.header.number >= from && block.header.number <= to),
    ),
  );
const coveredFrom = (from: number) =>
  pool.query('UPDATE coverage SET ranges = int8multirange(int8range($1, $2))', [from, FORK + 3]);

/** Wei at the end of a block; null if unknown. */
async function wei(account: string, block: number): Promise<string | null> {
  const { rows } = await pool.query<{ wei: string | null }>('SELECT wei FROM account_at($1, $2, $3)', [
    ...[Buffer.from(account, 'hex'), block, FIRST],
  ]);
  return rows[0]?.wei ?? null;
}

const REPORTED_FROM_GENESIS_ON = [
  [drained, FORK - 1, '100'],
  [drained, FORK, '0'],
  [alsoDrained, FORK - 1, '25'],
  [alsoDrained, FORK + 2, '0'],
  [touched, FORK, '8'],
  [REFUND, FORK - 1, '3'],
  [REFUND, FORK, '128'],
  [REFUND, FORK + 1, '128'],
  [REFUND, FORK + 2, '90'],
] as const;

describe('the ether of The DAO', () => {
  it('is moved before the first transaction of the fork, in whatever order blocks come', async () => {
    await coveredFrom(FIRST);
    await appended(FORK, FORK + 2);
    await appended(FIRST, FORK - 1);
    for (const [account, block, expected] of REPORTED_FROM_GENESIS_ON)
      expect([account, block, await wei(account, block)]).toEqual([account, block, expected]);
  });

  it('is part of the state history', async () => {
    const readers = ['contract', 'coverage', 'native_balance', 'storage'];
    await pool.query('INSERT INTO checkpoint SELECT reader, 1, 1 FROM unnest($1::text[]) reader', [readers]);
    const history = new StateHistory(pool, forkSchedule());
    const balance = async (account: string, block: number) =>
      (await history.accountAt(`0x${account}` as Address, block)).balance;
    expect(await balance(REFUND, FORK - 1)).toMatchObject({ value: 3n, since: FIRST, nextChange: FORK });
    expect(await balance(REFUND, FORK)).toMatchObject({ value: 128n, since: FORK, nextChange: FORK + 2 });
    expect(await balance(drained, FORK - 1)).toMatchObject({ value: 100n, nextChange: FORK });
    expect(await balance(drained, FORK)).toMatchObject({ value: 0n, since: FORK });
  });

  it('leaves an unknown balance of the receiver unknown until a transaction shows it', async () => {
    await coveredFrom(FORK - 1);
    expect(await wei(drained, FORK)).toBe('0');
    expect(await wei(REFUND, FORK)).toBeNull();
    expect(await wei(REFUND, FORK + 1)).toBeNull();
    expect(await wei(REFUND, FORK + 2)).toBe('90');
    await coveredFrom(FORK + 1);
    expect(await wei(drained, FORK + 1)).toBeNull();
    await coveredFrom(FIRST);
  });

  it('is back once the block is unwound', async () => {
    await change((tx) => nativeBalance.unwind(tx, FORK, FORK + 2));
    expect(await wei(drained, FORK)).toBe('100');
    expect(await wei(REFUND, FORK)).toBe('3');
    await change((tx) => nativeBalance.clear(tx));
    expect(await storedBalances(pool)).toEqual([]);
  });
});
