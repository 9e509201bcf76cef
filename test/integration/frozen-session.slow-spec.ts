import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { EvaluatorLease } from '../../src/event-store/evaluation-request.js';
import { EVALUATOR_SESSION, FETCHER_SESSION } from '../../src/event-store/silent-sessions.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { EvaluatingProcess } from '../../src/runtime/evaluation/evaluating-process.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { startTestPostgres, TEST_POSTGRES_URL } from '../fixture/test-postgres.js';

const COPY = 'COPY fetched_block (number, process, node, payload) FROM STDIN BINARY';
const FREE_WITHIN_MS = 60_000;

let server: Awaited<ReturnType<typeof startTestPostgres>>;
let database: OpenedDatabase;
const closing: (() => Promise<unknown>)[] = [];

/** Simulates a process that froze within a COPY: the server knows of it, and its rows never come. */
async function freeze(client: Client): Promise<{ hasEnded: () => boolean }> {
  let hasEnded = false;
  const noteEnd = (): void => {
    hasEnded = true;
  };
  client.on('error', noteEnd);
  await new Promise<void>((begun) => {
    client.query({
      submit: (connection: { query(text: string): void }) => connection.query(COPY),
      handleCopyInResponse: () => begun(),
      handleError: noteEnd,
    } as never);
  });
  return { hasEnded: () => hasEnded };
}

/** Cuts the connection, since a normal end would wait for the COPY. */
async function cut(client: Client): Promise<void> {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function frozen(applicationName: string): Promise<{ hasEnded: () => boolean }> {
  const client = new Client({ connectionString: database.url, application_name: applicationName });
  await client.connect();
  closing.push(() => cut(client));
  await client.query('BEGIN');
  // As in each transaction of such a process.
  await client.query('SELECT FROM writer_epoch FOR SHARE');
  return freeze(client);
}

/** Takes the lease as a service does, by trying again and again. */
async function taken(): Promise<WriterLease> {
  for (const end = Date.now() + FREE_WITHIN_MS; ; )
    try {
      return await WriterLease.take(database.pool, 1_000);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

// While a session waits for rows of a COPY, no database of its server can be dropped, and other test files would wait for a minute.
beforeAll(async () => {
  server = await startTestPostgres();
  process.env[TEST_POSTGRES_URL] = server.url;
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await openNewDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await database.drop();
});

describe('a process that freezes while it sends rows', () => {
  it('does not block a new writer, nor other sessions', async () => {
    const fetcher = await frozen(FETCHER_SESSION);
    const other = new Client({ connectionString: database.url, application_name: 'psql' });
    await other.connect();
    closing.push(() => cut(other));
    const of = await freeze(other);
    const lease = await taken();
    lease.release();
    expect([fetcher.hasEnded(), of.hasEnded()]).toEqual([true, false]);
  });

  it('does not block the writer for which it evaluates', async () => {
    const lease = await WriterLease.take(database.pool, 1_000);
    closing.push(async () => lease.release());
    const pool = createPool(database.url, { max: 1, applicationName: EVALUATOR_SESSION });
    closing.push(() => pool.end());
    expect(await EvaluatorLease.tryTake(pool, lease.epoch)).toBeDefined();
    const client = await pool.connect();
    closing.unshift(async () => client.release(true));
    await client.query('BEGIN');
    const { hasEnded } = await freeze(client as unknown as Client);
    const evaluating = new EvaluatingProcess(database.pool, 'rules');
    expect(await evaluating.isReady(lease.epoch)).toBe(true);
    await evaluating.follow(1_000, lease.epoch);
    await evaluating.rest();
    expect(hasEnded()).toBe(true);
  });
});
