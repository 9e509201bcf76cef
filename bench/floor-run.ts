import { Client } from 'pg';
import { BinaryCopy } from '../src/platform/postgres/binary-copy.js';
import { copyInto } from '../src/platform/postgres/copy-into.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { PARTITIONED_TABLES } from '../src/platform/postgres/partitions/partitioned-tables.js';
import { BLOCK_COLUMNS } from '../src/records/block/block.table.js';
import { LOG_COLUMNS } from '../src/records/log/log.table.js';
import { TRANSACTION_COLUMNS } from '../src/records/transaction/transaction.table.js';
import { TRANSFER_COLUMNS } from '../src/records/transfer/transfer.table.js';
import { type FetchedBlock, fetchBlocks } from './floor-fetch.js';
import { FLOOR_FRAME, FLOOR_FRAME_COLUMNS } from './floor-frames.js';
import {
  writeBlock,
  writeDecodedTransfers,
  writeFrames,
  writeLogs,
  writeTransactions,
} from './floor-rows.js';
import { measured } from './run-report.js';

/** As wide as the ingester's own fetching, and as many blocks to a transaction. */
const FETCH_WIDTH = 8;
const FLUSH_BLOCKS = 50;

const TABLES: readonly [string, readonly string[], (rows: BinaryCopy, fetched: FetchedBlock) => void][] = [
  ['block', BLOCK_COLUMNS, writeBlock],
  ['transaction', TRANSACTION_COLUMNS, writeTransactions],
  ['log', LOG_COLUMNS, writeLogs],
  ['frame', FLOOR_FRAME_COLUMNS, writeFrames],
  ['decoded_transfer', TRANSFER_COLUMNS, writeDecodedTransfers],
];

/** Takes keys and indexes off before the first row; what is returned puts them back on. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `
    SELECT 'ALTER TABLE ' || quote_ident(c.relname) || ' DROP CONSTRAINT ' || quote_ident(k.conname) AS drop,
           'ALTER TABLE ' || quote_ident(c.relname) || ' ADD ' || pg_get_constraintdef(k.oid) AS create
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'p' AND c.relname = ANY($1)
    UNION ALL
    SELECT 'DROP INDEX ' || quote_ident(indexname), indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = ANY($1) AND indexname NOT LIKE '%_pkey'`,
    [TABLES.map(([table]) => table)],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

await measured(async ({ rpcUrl, databaseUrl, first, last }, onFlush) => {
  await migrate(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(FLOOR_FRAME);
  for (const table of PARTITIONED_TABLES) {
    await client.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_p0`);
    await client.query(`DROP TABLE ${table} CASCADE`);
    await client.query(`ALTER TABLE ${table}_p0 RENAME TO ${table}`);
  }
  const indexes = await dropIndexes(client);
  // Two sets: one is written while the other is filled.
  const sets = [0, 1].map(() => TABLES.map(([, columns]) => new BinaryCopy(columns.length)));
  let writing: Promise<void> = Promise.resolve();
  let flushes = 0;
  let gathered = 0;
  const flush = async (): Promise<void> => {
    await writing;
    const [rows, blocks] = [sets[flushes++ % 2]!, gathered];
    gathered = 0;
    writing = store(client, rows).then(() => onFlush(blocks));
  };
  onFlush(0);
  for await (const fetched of fetchBlocks(rpcUrl, first, last, FETCH_WIDTH)) {
    const rows = sets[flushes % 2]!;
    for (const [at, [, , write]] of TABLES.entries()) write(rows[at]!, fetched);
    if (++gathered === FLUSH_BLOCKS) await flush();
  }
  if (gathered > 0) await flush();
  await writing;
  for (const index of indexes) await client.query(index);
  await client.end();
  return { stages: {} };
});

async function store(client: Client, rows: readonly BinaryCopy[]): Promise<void> {
  await client.query('BEGIN');
  for (const [at, [table, columns]] of TABLES.entries()) {
    await copyInto(client, `COPY "${table}" (${columns.join(', ')}) FROM STDIN BINARY`, rows[at]!.finish());
    rows[at]!.clear();
  }
  await client.query('COMMIT');
}
