import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Log, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { TRANSFER_SHAPES, tokenTransfers } from '../../src/domain/token/token-transfer.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { logProjector } from '../../src/records/log/log.projector.js';
import { TransferTable } from '../../src/records/transfer/transfer.table.js';
import { amountWithTexts, eventLog, SENT, TRANSFER, word } from '../builder/token-log.js';
import { OlderDatabase } from '../fixture/older-database.js';
import { inventLogs } from '../simulation/invention.js';
import { Prng } from '../simulation/prng.js';

const MIGRATION = 'IndexTransfersOverLogs1795824870000';
const TOKEN = Buffer.alloc(20, 7);
const PROTOCOL = fromHex('0xfffffffffffffffffffffffffffffffffffffffe');
const ALICE = fromHex('0x00000000000000000000000000000000000a11ce');
/** Ends with zeros, which the packing leaves out. */
const BOB = fromHex('0xb0b0000000000000000000000000000000000000');
const NOBODY = Buffer.alloc(20);
const WHOLE = Buffer.alloc(32, 0x11);

const log = (topics: readonly Buffer[], data: Buffer, address = TOKEN): Log => ({
  ...{ address, data },
  topics: [eventLog(TOKEN, TRANSFER, []).topics[0]!, ...topics],
});

/** Logs that are barely a transfer, and logs that barely are none. */
const EDGES: readonly Log[] = [
  ...[0n, 1n, 10n ** 18n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n, 0xff00n << 240n].flatMap((value) => [
    eventLog(TOKEN, TRANSFER, [ALICE, BOB], [value]),
    eventLog(TOKEN, TRANSFER, [ALICE, BOB, value]),
  ]),
  eventLog(TOKEN, TRANSFER, [NOBODY, BOB], [5n]),
  eventLog(TOKEN, TRANSFER, [ALICE, NOBODY], [5n]),
  eventLog(TOKEN, TRANSFER, [NOBODY, NOBODY, 0n]),
  eventLog(PROTOCOL, TRANSFER, [ALICE, BOB], [5n]),
  log([WHOLE, word(BOB)], word(5n)),
  log([word(ALICE), WHOLE], word(5n)),
  log([Buffer.concat([Buffer.alloc(11), Buffer.alloc(21, 1)]), word(BOB)], word(5n)),
  log([word(ALICE), word(BOB)], word(5n).subarray(1)),
  log([word(ALICE), word(BOB)], Buffer.concat([word(5n), Buffer.alloc(1)])),
  log([word(ALICE), word(BOB)], Buffer.alloc(0)),
  log([word(ALICE), word(BOB), WHOLE], word(5n)),
  log([word(ALICE)], word(5n)),
  log([], word(5n)),
  log([], Buffer.concat([word(ALICE), word(BOB), word(5n)])),
  { address: TOKEN, topics: [Buffer.alloc(32), word(ALICE), word(BOB)], data: word(5n) },
  { address: TOKEN, topics: [], data: word(5n) },
];
/** A movement that is logged twice, and one of each kind alone. */
const TWINS: readonly Log[] = [
  eventLog(TOKEN, TRANSFER, [ALICE, BOB], [9n]),
  eventLog(TOKEN, SENT, [ALICE, ALICE, BOB], amountWithTexts(9)),
  eventLog(TOKEN, SENT, [ALICE, ALICE, BOB], amountWithTexts(8)),
];

function invented(random: Prng): Log[] {
  return inventLogs(random, random.hex(20)).map(({ address, topics, data }) => ({
    ...{ address: fromHex(address), data: fromHex(data) },
    topics: topics.map(fromHex),
  }));
}

const random = new Prng(19);
const BLOCKS: readonly (readonly (readonly Log[])[])[] = [
  [EDGES, TWINS, []],
  ...Array.from({ length: 40 }, () =>
    Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => invented(random)).flat()),
  ),
];

const hex = (bytes: Buffer | undefined): string | null => bytes?.toString('hex') ?? null;

/** Transfers that the decoder finds, as rows of the view. */
const EXPECTED = BLOCKS.flatMap((transactions, number) =>
  transactions.flatMap((logs, txIndex) =>
    tokenTransfers(logs).map(
      ({ logIndexInTx, batchIndex, token, shape, from, to, operator, tokenId, value }) =>
        [
          ...[number, txIndex, transactions.slice(0, txIndex).flat().length + logIndexInTx, batchIndex],
          ...[hex(token), TRANSFER_SHAPES.indexOf(shape), hex(from), hex(to), hex(operator)],
          ...[tokenId, value].map((given) => given?.toString() ?? null),
        ].join(' '),
    ),
  ),
);

const ROWS = `
SELECT concat_ws(' ', block_number, tx_index, log_index, batch_index, encode(token, 'hex'), shape, coalesce(encode(from_address, 'hex'), ''),
  coalesce(encode(to_address, 'hex'), ''), coalesce(encode(operator, 'hex'), ''), coalesce(token_id::text, ''), coalesce(value::text, '')) AS row
FROM transfer ORDER BY block_number, log_index, batch_index`;

describe('transfers over logs', () => {
  let database: OlderDatabase;
  let pool: Pool;
  const rows = async (): Promise<string[]> =>
    (await pool.query<{ row: string }>(ROWS)).rows.map(({ row }) => row);
  const checkpoints = async (): Promise<unknown[]> =>
    (await pool.query({ text: 'SELECT reader, position::int FROM checkpoint ORDER BY 1', rowMode: 'array' }))
      .rows;

  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool } = database);
    const blocks = BLOCKS.map(
      (transactions, number) =>
        ({
          header: { number },
          receipts: transactions.map((logs) => ({ logs })),
        }) as unknown as VerifiedBlock,
    );
    await inTransaction(pool, async (tx) => {
      const appended = blocks.map((block) => ({ kind: 'BlockAppended', position: 0, block }) as const);
      await applyEvents(logProjector(), tx, appended);
      await new TransferTable().add(tx, blocks);
    });
  });
  beforeEach(() => pool.query('DELETE FROM checkpoint'));
  afterAll(() => database?.stop());

  it('are those that the decoder finds, in edge cases and in random logs', async () => {
    expect(EXPECTED.length).toBeGreaterThan(300);
    expect(await rows()).toEqual(EXPECTED);
    const { rows: stored } = await pool.query<{ shape: number }>(
      'SELECT DISTINCT shape::int FROM decoded_transfer ORDER BY 1',
    );
    expect(stored.map(({ shape }) => TRANSFER_SHAPES[shape])).toEqual([
      'erc1155_single',
      'erc1155_batch',
      'erc777',
      'unindexed',
    ]);
  });

  it('are the same for whole topics, as in rows of older versions', async () => {
    const tx = await pool.connect();
    try {
      await tx.query('BEGIN');
      const { rowCount } = await tx.query(
        `UPDATE log SET topic0 = '\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' WHERE topic0 = '\\x00'`,
      );
      expect(rowCount).toBeGreaterThan(100);
      expect((await tx.query<{ row: string }>(ROWS)).rows.map(({ row }) => row)).toEqual(EXPECTED);
    } finally {
      await tx.query('ROLLBACK');
      tx.release();
    }
  });

  it('have their own rows before the migration, and none after it', async () => {
    const indexes = await database.indexes();
    await pool.query(`INSERT INTO checkpoint (reader, position, epoch) VALUES ('token', 7, 1)`);
    await database.backBefore(MIGRATION);
    expect(await rows()).toEqual(EXPECTED);
    expect(await checkpoints()).toEqual([
      ['log', 7],
      ['token', 7],
    ]);
    await database.source.runMigrations();
    expect(await rows()).toEqual(EXPECTED);
    expect(await checkpoints()).toEqual([['token', 7]]);
    expect(await database.indexes()).toEqual(indexes);
  });

  it('are read as before while the upgrade builds indexes', async () => {
    await database.backBefore(MIGRATION);
    const writer = await pool.connect();
    const reader = await pool.connect();
    try {
      await writer.query('BEGIN; LOCK TABLE log IN ROW EXCLUSIVE MODE');
      const upgraded = database.source.runMigrations();
      while ((await writer.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 0)
        await setTimeout(20);
      await reader.query(`SET statement_timeout = '5s'`);
      for (const read of ['transfer', `transfers_of('', 9, 0, 0, 0, 1)`, 'interaction', `activity_of('')`])
        await reader.query(`SELECT FROM ${read}`);
      await writer.query('COMMIT');
      await upgraded;
    } finally {
      writer.release(true);
      reader.release(true);
    }
    expect(await rows()).toEqual(EXPECTED);
  });

  it('start again with their logs if one of the two was ahead', async () => {
    await pool.query(`INSERT INTO checkpoint (reader, position, epoch) VALUES ('token', 7, 1)`);
    await database.backBefore(MIGRATION);
    await pool.query(`UPDATE checkpoint SET position = 6 WHERE reader = 'log'`);
    await database.source.runMigrations();
    expect(await checkpoints()).toEqual([]);
    for (const table of ['log', 'decoded_transfer', 'token_holder'])
      expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
  });
});
