import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, type Pool } from 'pg';
import { migrate } from '../src/platform/postgres/migrate.js';
import { BlockPartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { startBenchPostgres } from './bench-postgres.js';
import { FIRST_BLOCK } from './read-fill.js';

const BLOCKS_PER_STEP = 2_048;

/** How a store is made. */
export interface ReadRecipe {
  /** Name of the database. */
  readonly name: string;
  readonly blocks: number;
  /** Statements by table, for blocks `$1` to `$2`. */
  readonly fillBlocks: Readonly<Record<string, string>>;
  /** Statements by table, run after those. */
  readonly fillRest: Readonly<Record<string, string>>;
  /** What statements alone cannot make, before the indexes that only reads need. */
  readonly finish?: (pool: Pool) => Promise<void>;
}

/** The store that reads are measured on. */
export interface ReadStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a store; fills it the first time, which takes minutes and gigabytes, and again when what it holds is no longer what is asked for. */
export async function startReadStore(made: ReadRecipe): Promise<ReadStore> {
  const server = await startBenchPostgres({
    dataDir: join(resolve('.cache'), 'bench-read-postgres'),
    // Nothing here is worth a wait for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' },
  });
  const url = Object.assign(new URL(server.url), { pathname: `/${made.name}` }).href;
  const migrations = readdirSync(new URL('../migrations/postgres/', import.meta.url)).join();
  const recipe = createHash('sha256')
    .update(JSON.stringify([made, String(made.finish), migrations]))
    .digest('hex');
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query<{ recipe: string | null }>(
    "SELECT shobj_description(oid, 'pg_database') AS recipe FROM pg_database WHERE datname = $1",
    [made.name],
  );
  if (rows[0]?.recipe !== recipe) {
    await admin.query(`DROP DATABASE IF EXISTS ${made.name}`);
    await admin.query(`CREATE DATABASE ${made.name}`);
    await fill(url, made);
    await admin.query('CHECKPOINT');
    await admin.query(`COMMENT ON DATABASE ${made.name} IS '${recipe}'`);
  }
  await admin.end();
  return { url, stop: () => server.stop() };
}

async function fill(url: string, { blocks, fillBlocks, fillRest, finish }: ReadRecipe): Promise<void> {
  const startedAt = Date.now();
  const say = (what: string): void =>
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${what}`);
  await migrate(url);
  const pool = createPool(url, { statementTimeoutMs: 0, max: 1 });
  await new BlockPartitions(pool).make([FIRST_BLOCK, FIRST_BLOCK + blocks - 1]);
  await dropReadIndexes(pool);
  await pool.query('SELECT setseed(0.5)');
  for (let from = FIRST_BLOCK; from < FIRST_BLOCK + blocks; from += BLOCKS_PER_STEP) {
    const to = Math.min(from + BLOCKS_PER_STEP, FIRST_BLOCK + blocks) - 1;
    for (const statement of Object.values(fillBlocks)) await pool.query(statement, [from, to]);
    say(`${to + 1 - FIRST_BLOCK} of ${blocks} blocks`);
  }
  for (const [table, statement] of Object.entries(fillRest)) {
    await pool.query(statement);
    say(table);
  }
  await settle(pool);
  await finish?.(pool);
  await restoreReadIndexes(pool, (name) => say(`index ${name}`));
  await settle(pool);
  say('filled');
  await pool.end();
}

/** As autovacuum leaves idle tables: otherwise it would run while reads are measured. */
async function settle(pool: Pool): Promise<void> {
  await pool.query('VACUUM (FREEZE, ANALYZE)');
}
