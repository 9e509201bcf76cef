import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkState } from '../../src/cli/check/check-state.js';
import { HEADER_REACH } from '../../src/domain/chain/codec/bundle.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { compressBlocks } from '../../src/event-store/compress-blocks.js';
import { LostPayload } from '../../src/event-store/event-payload.table.js';
import { unpackBundle } from '../../src/event-store/packed-bundle.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { LeaseRefused, WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { storedTables } from '../fixture/stored-tables.js';
import { PRIMARY_KEYS } from '../property/row.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = 45;

let database: TestDatabase;
let node: SimulatedNode;
let ingestion: TestIngestion;

/** A store with the first blocks of the chain; each test gets a copy. */
let template: TestDatabase;

beforeAll(async () => {
  template = await createDatabase({ migrated: true });
  await start(template);
  await ingestion.stop();
  await node.stop();
});
afterAll(() => template.drop());

beforeEach(async () => {
  database = await createDatabase({ template: template.name });
  // One further block: once it is stored, the ingester is running.
  await start(database, 1);
});
afterEach(async () => {
  await ingestion.stop();
  await node.stop();
  await database.drop();
});

async function start({ url }: TestDatabase, newBlocks = 0): Promise<void> {
  node = await startSimulatedNode({ seed: 41 });
  await node.chain.extend(BLOCKS);
  await node.chain.extend(newBlocks);
  ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: url, firstBlock: node.chain.firstBlock });
  await ingestion.reached(node.chain.blocks.at(-1)!.hash);
}

const problems = async (): Promise<string[]> => [
  ...(await checkLog(ingestion.pool, () => undefined)),
  ...(await checkProjections(ingestion.pool)),
];

/** Views cannot be emptied; these are the tables behind them. */
const TABLES_OF_VIEWS: Readonly<Record<string, readonly string[]>> = {
  storage_value: ['storage_change', 'storage_answer'],
  transfer: ['decoded_transfer'],
};
const TABLES = Object.keys(PRIMARY_KEYS).flatMap((table) => TABLES_OF_VIEWS[table] ?? [table]);

describe('rebuilding', () => {
  it('gives the same rows as handling block by block, also after a reorganisation', async () => {
    await node.chain.reorg(30, 40);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    await ingestion.ingester.stop();
    const before = await storedTables(ingestion.pool);
    const lease = await WriterLease.take(ingestion.pool, 1_000);
    try {
      const runner = new ProjectionRunner(ingestion.pool, lease);
      for (const table of TABLES) await ingestion.pool.query(`DELETE FROM ${table}`);
      for (const projector of allProjectors()) await runner.rebuild(projector);
    } finally {
      lease.release();
    }
    expect(await storedTables(ingestion.pool)).toEqual(before);
    expect(await problems()).toEqual([]);
  });

  it('fills a new projection in a store that has blocks', async () => {
    await ingestion.ingester.stop();
    const before = await storedTables(ingestion.pool);
    await ingestion.pool.query(`TRUNCATE transaction; DELETE FROM checkpoint WHERE reader = 'transaction'`);
    const writer = await ChainWriter.open(ingestion.pool, { projectors: allProjectors() });
    writer.close();
    expect(await storedTables(ingestion.pool)).toEqual(before);
  });

  it('clears caches of projections for a new writer, since another process may have changed rows', async () => {
    await ingestion.ingester.stop();
    const forgotten: string[] = [];
    const projectors = allProjectors().map((projector) => ({
      ...projector,
      resetCache: () => forgotten.push(projector.name),
    }));
    const writer = await ChainWriter.open(ingestion.pool, { projectors });
    writer.close();
    expect(forgotten).toEqual(projectors.map(({ name }) => name));
  });
});

describe('the log', () => {
  it('accepts no update and no deletion', async () => {
    for (const table of ['chain_event', 'event_payload'])
      for (const change of [
        `UPDATE ${table} SET block_number = 1`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ])
        await expect(ingestion.pool.query(change)).rejects.toThrow(`${table} is append-only`);
  });

  it.each([
    [
      'a changed payload',
      `UPDATE event_payload SET payload = set_byte(payload, 40, get_byte(payload, 40) # 1) WHERE position = 9`,
      'event 9',
    ],
    ['a lost payload', 'DELETE FROM event_payload WHERE position = 9', 'event 9: its bundle cannot be read'],
    ['a lost event', 'DELETE FROM chain_event WHERE position = 12', 'event 12 is missing'],
    [
      'a wrong canonical block',
      'UPDATE canonical_block SET hash = parent_hash WHERE position = 20',
      'is not the one of the events',
    ],
    [
      'a lost row',
      'DELETE FROM log WHERE block_number = (SELECT min(block_number) FROM log)',
      'as many logs as it states',
    ],
  ])('is checked: %s is found', async (_, damage, found) => {
    expect(await problems()).toEqual([]);
    await ingestion.ingester.stop();
    await ingestion.pool.query(
      `ALTER TABLE chain_event DISABLE TRIGGER ALL; ALTER TABLE event_payload DISABLE TRIGGER ALL; ${damage}`,
    );
    expect((await problems()).join('\n')).toContain(found);
  });

  it('refuses to read a block whose payload is lost, and checks the others', async () => {
    await ingestion.ingester.stop();
    const { pool } = ingestion;
    await pool.query(
      'ALTER TABLE event_payload DISABLE TRIGGER ALL; DELETE FROM event_payload WHERE position = 9',
    );
    const { rows } = await pool.query<{ number: number }>(
      'SELECT number FROM canonical_block WHERE position = 9',
    );
    const lost = rows[0]!.number;
    const chain = new CanonicalChain(pool);
    await expect(chain.bundleOf(lost)).rejects.toThrow(`the log lost the bundle of block ${lost}, event 9`);
    await expect(chain.headersOf(lost - 1, lost + 1)).rejects.toThrow(LostPayload);
    expect((await chain.headerOf(lost + 1))?.number).toBe(lost + 1);
    expect(await checkState(pool, forkSchedule(), () => undefined)).toEqual([]);
  });

  it('is sound for a check during which blocks are replaced', async () => {
    let isRead = false;
    let looksAfter = 0;
    const problems = await checkLog(
      ingestion.pool,
      (position, end) => {
        isRead = position >= end;
      },
      async (find) => {
        if (isRead && looksAfter++ === 0) {
          await node.chain.reorg(5, 8);
          await ingestion.reached(node.chain.blocks.at(-1)!.hash);
        }
        return find(ingestion.pool);
      },
    );
    expect(looksAfter).toBe(1);
    expect(problems).toEqual([]);
  });

  it('stores bundles compressed, reads uncompressed ones, and compresses them on request', async () => {
    await ingestion.ingester.stop();
    const { pool } = ingestion;
    const stored = async (): Promise<Map<number, Buffer>> => {
      const { rows } = await pool.query<{ position: number; payload: Buffer }>(
        `SELECT position, payload FROM event_payload JOIN chain_event USING (position) WHERE kind = 'BlockAppended'`,
      );
      return new Map(rows.map(({ position, payload }) => [position, payload]));
    };
    const packed = await stored();
    const unpacked = new Map([...packed].map(([position, payload]) => [position, unpackBundle(payload)]));
    const long = [...unpacked].filter(([, bundle]) => bundle.length > HEADER_REACH);
    expect(long.length).toBeGreaterThan(5);
    const bytes = (bundles: Iterable<Buffer>): number =>
      [...bundles].reduce((sum, { length }) => sum + length, 0);
    expect(bytes(packed.values())).toBeLessThan(bytes(unpacked.values()));

    await pool.query('ALTER TABLE event_payload DISABLE TRIGGER ALL');
    await pool.query(
      `UPDATE event_payload SET payload = old.payload FROM unnest($1::int8[], $2::bytea[]) AS old (position, payload)
       WHERE event_payload.position = old.position`,
      [[...unpacked.keys()], [...unpacked.values()]],
    );
    await pool.query('ALTER TABLE event_payload ENABLE TRIGGER ALL');
    expect(await problems()).toEqual([]);
    const head = (await new CanonicalChain(pool).head())!.number;
    const header = await new CanonicalChain(pool).headerOf(head);

    const lease = await WriterLease.take(pool, 1_000);
    try {
      const positions: number[] = [];
      expect(await compressBlocks(pool, lease, (position) => positions.push(position))).toBe(long.length);
      expect(positions).not.toEqual([]);
    } finally {
      lease.release();
    }
    expect(await stored()).toEqual(packed);
    expect(await problems()).toEqual([]);
    expect(await new CanonicalChain(pool).headerOf(head)).toEqual(header);
    await expect(pool.query('UPDATE event_payload SET block_number = 1')).rejects.toThrow('append-only');
  });

  it('finds damage in a compressed bundle', async () => {
    await ingestion.ingester.stop();
    await ingestion.pool.query(`ALTER TABLE event_payload DISABLE TRIGGER ALL;
      UPDATE event_payload SET payload = substring(payload FOR length(payload) - 3)
      WHERE position = (SELECT position FROM event_payload ORDER BY length(payload) DESC LIMIT 1)`);
    const found = (await problems()).join('\n');
    expect(found).toContain('its digest does not follow');
    expect(found).toContain('its bundle cannot be read');
  });
});

describe('the lease', () => {
  it('is refused while another writer holds it', async () => {
    await expect(WriterLease.take(ingestion.pool, 300)).rejects.toThrow(LeaseRefused);
  });

  it('fences a writer whose lease was taken over: it stores nothing until the other has ended', async () => {
    const usurper = await ingestion.pool.connect();
    await usurper.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`);
    const lock = `SELECT pg_try_advisory_lock(${0x636861696e0001n}) AS locked`;
    while (!(await usurper.query<{ locked: boolean }>(lock)).rows[0]!.locked) await setTimeout(2);
    await usurper.query('UPDATE writer_epoch SET epoch = epoch + 1');
    const before = await storedTables(ingestion.pool);
    await node.chain.extend(5);
    while (ingestion.ingester.state.failure === undefined) await setTimeout(20);
    expect(await storedTables(ingestion.pool)).toEqual(before);
    usurper.release(true);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    expect(ingestion.ingester.state.stopped).toBe(false);
  });

  it('survives the loss of the connection that waits for it', async () => {
    const waiting = WriterLease.take(ingestion.pool, 5_000);
    // In this database only: test files on the same server may wait for their own leases.
    const end = `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%' AND state = 'idle' AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`;
    while ((await ingestion.pool.query(end)).rowCount === 0) await setTimeout(2);
    await expect(waiting).rejects.toThrow();
  });

  it('is taken again after the database closed the connections', async () => {
    await ingestion.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await node.chain.extend(5);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    expect(await problems()).toEqual([]);
  });
});
