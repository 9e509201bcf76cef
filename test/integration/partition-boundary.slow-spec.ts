import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkState } from '../../src/cli/check/check-state.js';
import { DEFAULT_SEED, genesisOf } from '../../src/demo/genesis/genesis.js';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import type { Projector } from '../../src/event-store/projector.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { divideFirstPartition } from '../../src/platform/postgres/partitions/divide-first-partition.js';
import {
  PARTITION_BLOCKS,
  PARTITIONED_TABLES,
} from '../../src/platform/postgres/partitions/partitioned-tables.js';
import { ANSWERING_SESSION, createPool } from '../../src/platform/postgres/pool.js';
import { restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ask } from '../e2e/fixture/ask.js';
import { startService, type TestService } from '../e2e/fixture/service.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { PlayedBlocks } from '../fixture/played-blocks.js';
import { type StagedChain, startStagedChain } from '../fixture/staged-chain.js';
import { storeDigests } from '../fixture/store-digests.js';
import { storedTables } from '../fixture/stored-tables.js';

/** The first block of a partition. */
const BOUNDARY = 24 * PARTITION_BLOCKS;
const FIRST = BOUNDARY - 52;
/** Empty blocks keep this base fee, which anvil also assumes after `evm_revert`. */
const LOWEST_BASE_FEE = 7n;
const EPISODES_PLAYED = 11;
const PAGE = 3;

let chain: StagedChain;
let demo: DemoDatabases;
let projectors: readonly Projector[];
/** A snapshot of the chain before the boundary. */
let mark: string;
/** A new database, and one whose first partition reaches beyond the boundary, as in older databases. */
let divided: OpenedDatabase;
let whole: OpenedDatabase;
/** The template of older databases. */
let template: TestDatabase;
const opened: OpenedDatabase[] = [];

beforeAll(async () => {
  chain = await startStagedChain(DEFAULT_SEED, LOWEST_BASE_FEE, FIRST);
  const { url, stage, manifest } = chain;
  const play = new PlayedBlocks(url, accountOf(DEFAULT_SEED, 'alice'));
  for (const episode of EPISODES.slice(0, EPISODES_PLAYED)) {
    await episode(stage);
    await chain.play();
    if (stage.height < BOUNDARY - 2) mark = await play.mark();
  }
  const height = stage.height - 1;
  expect(height).toBeGreaterThan(BOUNDARY + 3);
  demo = await DemoDatabases.over({
    ...{ url, manifest, firstBlock: FIRST, height: () => height, genesis: genesisOf(DEFAULT_SEED) },
  });
  projectors = allProjectors({ firstBlock: FIRST, isDemo: true });
  divided = await open();
  await demo.ingest(divided.pool, projectors, [demo.whole]);
  template = await createDatabase({ migrated: true });
  const pool = createPool(template.url);
  await widenFirst(pool);
  await demo.ingest(pool, projectors, [demo.whole]).finally(() => pool.end());
  whole = await openOlder();
});
afterAll(async () => {
  await demo?.stop();
  for (const database of opened) await database.drop();
  await template?.drop();
  await chain?.stop();
});

async function open(copied?: string): Promise<OpenedDatabase> {
  const database = await openNewDatabase(copied);
  opened.push(database);
  return database;
}

const openOlder = (): Promise<OpenedDatabase> => open(template.name);

/** Widens the first partition to that of an older database. */
async function widenFirst(pool: Pool): Promise<void> {
  for (const table of PARTITIONED_TABLES)
    await pool.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_p0;
      ALTER TABLE ${table} ATTACH PARTITION ${table}_p0 FOR VALUES FROM (0) TO (${BOUNDARY + PARTITION_BLOCKS})`);
}

/** Partitions with rows of the table. */
const placesOf = async (pool: Pool, table: string): Promise<string[]> =>
  (
    await pool.query<{ place: string }>(
      `SELECT DISTINCT tableoid::regclass::text AS place FROM ${table} ORDER BY 1`,
    )
  ).rows.map(({ place }) => place);
const claims = async ({ pool }: OpenedDatabase) => (await claimDigest(pool)).digest;
const bothDigests = () => Promise.all([divided, whole].map(({ pool }) => storeDigests(pool)));
/** The partitioned tables. Some others have more rows where the first block of a range asked for earlier state. */
const dividedTables = async ({ pool }: OpenedDatabase) =>
  Object.entries(await storedTables(pool)).filter(([table]) =>
    (PARTITIONED_TABLES as readonly string[]).includes(table),
  );
const problems = async ({ pool }: OpenedDatabase): Promise<string[]> => [
  ...(await checkLog(pool, () => undefined)),
  ...(await checkProjections(pool)),
  ...(await checkState(pool, forkSchedule(), () => undefined)),
];

describe('a chain that crosses into another partition', () => {
  it('has rows in both, or in one partition without a boundary', async () => {
    for (const table of ['event_payload', 'transaction', 'log', 'internal_transfer', 'failed_frame']) {
      expect(await placesOf(divided.pool, table)).toEqual([`${table}_p23`, `${table}_p24`]);
      expect(await placesOf(whole.pool, table)).toEqual([`${table}_p0`]);
    }
  });

  it('has the same rows, and passes all checks', async () => {
    const [one, other] = await bothDigests();
    expect(one).toBe(other);
    expect(await storedTables(divided.pool)).toEqual(await storedTables(whole.pool));
    expect(await problems(divided)).toEqual([]);
    expect(await problems(whole)).toEqual([]);
  });

  it('has the same rows if the higher partition was filled first', async () => {
    const island = await open();
    const [first, last] = demo.whole;
    await demo.ingest(island.pool, projectors, [
      [BOUNDARY + 3, last],
      [first, BOUNDARY + 2],
    ]);
    expect(await claims(island)).toBe(await claims(divided));
    expect(await dividedTables(island)).toEqual(await dividedTables(divided));
    expect(await problems(island)).toEqual([]);
  });

  it('has the same rows if the writer was killed after it created the partition', async () => {
    const killed = await open();
    const [first, last] = demo.whole;
    await demo.ingest(killed.pool, projectors, [[first, BOUNDARY - 1]]);
    const other = createPool(killed.url, { applicationName: KILLER });
    const holder = await other.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE chain_event IN EXCLUSIVE MODE');
    const ingested = demo.ingest(killed.pool, projectors, [[BOUNDARY, last]]).then(
      () => 'done',
      () => 'killed',
    );
    while ((await other.query(WAITING)).rowCount === 0) await setTimeout(20);
    expect((await other.query(`SELECT to_regclass('log_p24') AS made`)).rows[0].made).toBe('log_p24');
    await other.query(KILL);
    await holder.query('COMMIT');
    holder.release();
    expect(await ingested).toBe('killed');
    while ((await other.query(WRITING)).rowCount !== 0) await setTimeout(20);
    await other.end();
    expect(await placesOf(killed.pool, 'event_payload')).toEqual(['event_payload_p23']);
    expect(await problems(killed)).toEqual([]);
    await demo.ingest(killed.pool, projectors, [[BOUNDARY, last]]);
    expect(await claims(killed)).toBe(await claims(divided));
    expect(await storedTables(killed.pool)).toEqual(await storedTables(divided.pool));
  });
});

const KILLER = 'test of a killed writer';
const WRITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name <> '${KILLER}'`;
const WAITING = `${WRITING} AND wait_event_type = 'Lock' AND query LIKE 'COPY chain_event%'`;
const BLOCKED = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const ANSWERING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${ANSWERING_SESSION}'`;
const LINGERING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
const LOCK_TIMEOUT = '55P03';
const KILL = `SELECT pg_terminate_backend(pid) FROM (${WRITING}) writing`;

describe('pages of a chain that crosses into another partition', () => {
  const services: TestService[] = [];
  const pools: Pool[] = [];
  beforeAll(async () => {
    for (const { url } of [divided, whole]) {
      const pool = createPool(url, { readsInOrder: true });
      pools.push(pool);
      services.push(await startService({ pool, firstBlock: FIRST }));
    }
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    for (const pool of pools) await pool.end();
  });

  /** All pages of the feed. */
  const walk = async ({ baseUrl }: TestService, feed: string): Promise<Page[]> => {
    const pages: Page[] = [];
    do {
      const cursor = pages.at(-1)?.nextCursor;
      const target = `/api/v1/chains/1/${feed}?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const { json, status } = await ask(baseUrl, target);
      expect([target, status]).toEqual([target, 200]);
      pages.push(json.data);
    } while (pages.at(-1).nextCursor !== undefined);
    return pages;
  };
  const inEachTable = (column: string, table: string): string =>
    `SELECT ${column} AS key FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1
     HAVING min(block_number) < ${BOUNDARY} AND max(block_number) >= ${BOUNDARY} ORDER BY count(*) DESC, 1 LIMIT 2`;
  const keys = async (column: string, table: string): Promise<Hex[]> =>
    (await divided.pool.query<{ key: Buffer }>(inEachTable(column, table))).rows.map(
      ({ key }): Hex => `0x${key.toString('hex')}`,
    );

  it.each([
    ['addresses/:key/transactions', 'from_address', 'transaction'],
    ['addresses/:key/transactions', 'to_address', 'transaction'],
    ['addresses/:key/internal-transfers', 'to_address', 'internal_transfer'],
    ['addresses/:key/token-transfers', 'to_address', 'transfer'],
    ['addresses/:key/counterparties', 'from_address', 'transaction'],
    ['tokens/:key/transfers', 'token', 'transfer'],
    ['contracts/:key/events', 'address', 'log'],
  ])('are those of one partition: %s of %s', async (feed, column, table) => {
    const asked = await keys(column, table);
    expect(asked.length).toBeGreaterThan(0);
    for (const key of asked) {
      const target = feed.replace(':key', key);
      const [one, other] = await Promise.all(services.map((service) => walk(service, target)));
      expect(one).toEqual(other);
    }
  });

  it('have each transaction by its hash', async () => {
    const { rows } = await divided.pool.query<{ hash: string }>(
      `SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction WHERE block_number BETWEEN ${BOUNDARY - 4} AND ${BOUNDARY + 4}`,
    );
    for (const { hash } of rows)
      for (const part of ['', '/flow', '/failed-frames']) {
        const target = `/api/v1/chains/1/transactions/${hash}${part}`;
        const [one, other] = await Promise.all(services.map(({ baseUrl }) => ask(baseUrl, target)));
        expect(one!.status).toBe(200);
        expect(one!.json.data).toEqual(other!.json.data);
      }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are compared whole
type Page = any;

describe('a database whose first partition reaches beyond the boundary', () => {
  const indexes = async ({ pool }: OpenedDatabase): Promise<string[]> =>
    (
      await pool.query<{ indexdef: string }>(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      )
    ).rows.map(({ indexdef }) => indexdef);
  /** @param steps that it may begin */
  const divide = async (
    { pool }: Pick<OpenedDatabase, 'pool'>,
    steps = Number.POSITIVE_INFINITY,
  ): Promise<string> => {
    let begun = 0;
    const told: string[] = [];
    const made = await divideFirstPartition(
      pool,
      async () => {
        if (++begun > steps) throw new Error('another process has become the writer');
      },
      (done, total) => told.push(`${done} of ${total}`),
    );
    return `${made}: ${told.join(', ')}`;
  };

  it('is divided further after an interruption, with the same result', async () => {
    const older = await openOlder();
    await expect(divide(older, 1)).rejects.toThrow('another process');
    expect(await placesOf(older.pool, 'event_payload')).toEqual(['event_payload_p0', 'event_payload_p24']);
    expect(await problems(older)).toEqual([]);

    expect(await divide(older)).toBe(`1: ${BOUNDARY - FIRST} of ${BOUNDARY - FIRST}`);
    await restoreReadIndexes(older.pool);
    for (const table of PARTITIONED_TABLES)
      expect(await placesOf(older.pool, table)).toEqual(await placesOf(divided.pool, table));
    expect(await storedTables(older.pool)).toEqual(await storedTables(divided.pool));
    expect(await storeDigests(older.pool)).toBe(await storeDigests(divided.pool));
    expect(await indexes(older)).toEqual(await indexes(divided));
    expect(await problems(older)).toEqual([]);
    await expect(older.pool.query('DELETE FROM event_payload')).rejects.toThrow('append-only');
    expect(await divide(older)).toBe('0: ');
    await new BlockPartitions(older.pool).make([PARTITION_BLOCKS, 22 * PARTITION_BLOCKS]);
  });

  it('keeps its rows for a waiting reader with an older snapshot, and is not divided while a service runs', async () => {
    const older = await openOlder();
    const service = createPool(older.url, { applicationName: ANSWERING_SESSION });
    await service.query('SELECT 1');
    await expect(divide(older)).rejects.toThrow('answers requests');
    await service.end();
    // The server ends the session slightly later.
    while ((await older.pool.query(ANSWERING)).rowCount !== 0) await setTimeout(20);

    const readers = createPool(older.url, { lockTimeoutMs: 1_000 });
    const read = async (): Promise<unknown[]> =>
      inTransaction(
        readers,
        async (tx) => (await tx.query(`SELECT hash FROM transaction WHERE block_number >= ${BOUNDARY}`)).rows,
        { isolation: 'repeatable read' },
      );
    let hasRead = false;
    const waiting = async (count: number): Promise<void> => {
      // On a busy machine the reader may give up before its wait is seen here.
      while (!hasRead && (await older.pool.query(BLOCKED)).rowCount !== count) await setTimeout(20);
    };
    const before = await read();
    const holder = await older.pool.connect();
    await holder.query('BEGIN; LOCK TABLE withdrawal IN ACCESS SHARE MODE');
    const dividing = divide(older);
    await waiting(1);
    const reading = read()
      .catch(({ code }: { readonly code: string }) => code)
      .finally(() => {
        hasRead = true;
      });
    await waiting(2);
    await holder.query('COMMIT');
    holder.release();
    expect(await reading).toBe(LOCK_TIMEOUT);
    expect(await dividing).toMatch('2: ');
    expect(await read()).toEqual(before);
    await readers.end();
  });

  it('is unlocked soon after the process that divides it is killed', async () => {
    const older = await openOlder();
    await older.pool.query(
      `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
       CREATE TRIGGER linger BEFORE DELETE ON transaction_p0 EXECUTE FUNCTION linger()`,
    );
    const killed = createPool(older.url, { statementTimeoutMs: 0 });
    const sockets: Socket[] = [];
    killed.on('connect', (client) => {
      client.on('error', () => undefined);
      sockets.push(
        (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream,
      );
    });
    const dividing = divide({ pool: killed }).catch(() => 'killed');
    while ((await older.pool.query(LINGERING)).rowCount === 0) await setTimeout(20);
    for (const socket of sockets) socket.destroy();
    expect(await dividing).toBe('killed');
    expect(await placesOf(older.pool, 'transaction')).toEqual(['transaction_p0']);
    await killed.end();
  });

  it('is left unchanged if its rows cannot be moved', async () => {
    const full = await openOlder();
    const before = await storedTables(full.pool);
    await full.pool.query(
      `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER keep BEFORE DELETE ON transaction_p0 FOR EACH ROW EXECUTE FUNCTION keep()`,
    );
    await expect(divide(full)).rejects.toThrow('0 would be removed');
    expect(await placesOf(full.pool, 'transaction')).toEqual(['transaction_p0']);
    expect(await storedTables(full.pool)).toEqual(before);
  });
});

describe('projections of a chain that crosses into another partition', () => {
  it('are the same after a rebuild', async () => {
    const { pool } = divided;
    const before = await storedTables(pool);
    const digest = await storeDigests(pool);
    const lease = await WriterLease.take(pool, 5_000);
    const runner = new ProjectionRunner(pool, lease);
    for (const name of ['transaction', 'token', 'internal_transfer', 'failed_frame'])
      await runner.rebuild(projectors.find((one) => one.name === name)!);
    lease.release();
    expect(await storedTables(pool)).toEqual(before);
    expect(await storeDigests(pool)).toBe(digest);
    expect(await problems(divided)).toEqual([]);
  });
});

describe('a reorganisation over the boundary', () => {
  it('leaves the same rows, back and forth', async () => {
    const play = new PlayedBlocks(chain.url, accountOf(DEFAULT_SEED, 'alice'));
    const token = ownArtifact('HiddenMintToken');
    const alice = chain.manifest.address('alice').toLowerCase();
    const mint = (to: Hex, amount: bigint) => play.call(to, token, 'mint', [alice, amount]);
    const follow = async (): Promise<void> => {
      for (const { pool } of [divided, whole]) await demo.follow(pool, projectors);
      const [one, other] = await bothDigests();
      expect(one).toBe(other);
    };
    await play.goBack(mark);
    let minted = await play.deploy(token);
    const short = await play.mark();
    expect(await play.height()).toBeLessThan(BOUNDARY);
    await follow();
    expect(await placesOf(divided.pool, 'transaction')).toEqual(['transaction_p23']);
    expect(await problems(divided)).toEqual([]);

    while ((await play.height()) < BOUNDARY + 3) await mint(minted, 5n);
    await follow();
    expect(await placesOf(divided.pool, 'transaction')).toEqual(['transaction_p23', 'transaction_p24']);

    await play.goBack(short);
    minted = await play.deploy(token);
    while ((await play.height()) < BOUNDARY + 3) await mint(minted, 7n);
    await follow();
    expect(await storedTables(divided.pool)).toEqual(await storedTables(whole.pool));
    expect(await problems(divided)).toEqual([]);
    expect(await problems(whole)).toEqual([]);
    const anew = await open();
    await demo.ingest(anew.pool, projectors, [[FIRST, BOUNDARY + 3]]);
    expect(await claims(anew)).toBe(await claims(divided));
  });
});
