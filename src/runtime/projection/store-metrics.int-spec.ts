import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { addStoreMetrics } from './store-metrics.js';

const READERS = ['evaluation', 'tracking', 'price'];

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openNewDatabase();
});
afterAll(() => database.drop());

/** The samples of a scrape, without their descriptions. */
async function scraped(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

it('say how far each read model is, also one that never began, and what the newest blocks brought', async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO chain_event (position, kind, block_number, block_hash, chain_digest) VALUES (7, 'BlockFinalized', 1, $1, $1)`,
    [Buffer.alloc(32, 1)],
  );
  await pool.query(
    `INSERT INTO checkpoint (reader, position, epoch) VALUES ('evaluation', 7, 0), ('tracking', 5, 0)`,
  );
  await pool.query(
    `INSERT INTO definition_set (id, digest, current) OVERRIDING SYSTEM VALUE VALUES (1, 'set', true)`,
  );
  await pool.query(
    `INSERT INTO claim_coverage (definition_set, family, kind, ranges) VALUES (1, 'all', 'attribute', '{[1,1001)}')`,
  );
  // One of the newest 64 blocks, an older one, and one of another set.
  await pool.query(`
    INSERT INTO undecided_interval (definition_set, start_block, subject, definitions)
    VALUES (1, 937, '\\x01', '{3,4}'), (1, 936, '\\x02', '{3}'), (2, 1000, '\\x03', '{3}')`);
  const registry = new Registry();
  addStoreMetrics(registry, pool, READERS);
  expect(await scraped(registry)).toEqual([
    'chainproof_chain_log_events 7',
    'chainproof_reader_behind_events{reader="evaluation"} 0',
    'chainproof_reader_behind_events{reader="price"} 7',
    'chainproof_reader_behind_events{reader="tracking"} 2',
    'chainproof_recent_verdicts{verdict="proven"} 0',
    'chainproof_recent_verdicts{verdict="undecided"} 2',
  ]);
});

it('are absent while the database is away', async () => {
  // Nothing listens there.
  const pool = createPool('postgres://127.0.0.1:9/x');
  const registry = new Registry();
  addStoreMetrics(registry, pool, READERS);
  expect(await scraped(registry)).toEqual([]);
  await pool.end();
});
