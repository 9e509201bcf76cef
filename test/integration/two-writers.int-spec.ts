import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { BlockAppended } from '../../src/domain/event/chain-event.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { addressOf, hashOf } from '../e2e/fixture/bytes.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const BLOCKS = 20;
const TABLES = {
  log: 'block_number, log_index',
  transaction: 'block_number, tx_index',
  internal_transfer: 'block_number, tx_index, ordinal',
  transfer: 'block_number, log_index, batch_index',
  token_holder: 'token, holder',
  token_activity: 'block_number, token',
};
const PROJECTORS = ['log', 'transaction', 'internal_transfer', 'token'];

/** Blocks with transfers of a token of their own. */
function blocksFrom(first: number): BlockAppended[] {
  const token = addressOf(`token ${first}`);
  return Array.from({ length: BLOCKS }, (_, at) => {
    const [from, to] = [addressOf(`${first} ${at}`), addressOf(`${first} ${at + 1}`)];
    const logs = Array.from({ length: 40 }, (_log, value) => eventLog(token, TRANSFER, [from, to], [value]));
    const block = verifiedBlock(first + at, 'a', hashOf('parent'), [{ from, to, logs }]);
    return { kind: 'BlockAppended', position: at + 1, block };
  });
}

/** Applies events with new projectors, one table after another. */
async function apply(pool: Pool, events: readonly BlockAppended[]): Promise<void> {
  const projectors = allProjectors().filter(({ name }) => PROJECTORS.includes(name));
  await inTransaction(pool, async (tx) => {
    for (const projector of projectors) await applyEvents(projector, tx, events);
  });
}

async function rowsOf(pool: Pool): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(TABLES))
    rows[table] = (await pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
  return rows;
}

let databases: TestDatabase[];
let pools: Pool[];
beforeAll(async () => {
  databases = [await createDatabase({ migrated: true }), await createDatabase({ migrated: true })];
  pools = databases.map(({ url }) => createPool(url));
});
afterAll(async () => {
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  for (const database of databases ?? []) await database.drop();
});

it('two writers in one process do not mix their rows', async () => {
  const [together, apart] = pools as [Pool, Pool];
  const [low, high] = [blocksFrom(100), blocksFrom(1_000)];
  await Promise.all([apply(together, low), apply(together, high)]);
  await apply(apart, low);
  await apply(apart, high);
  expect(await rowsOf(together)).toEqual(await rowsOf(apart));
});
