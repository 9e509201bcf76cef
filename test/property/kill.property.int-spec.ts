import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkLog } from '../../src/event-store/check-log.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { bounded } from '../bounded.js';
import { createDatabase } from '../fixture/database.js';
import { storedTables } from '../fixture/stored-tables.js';
import { Prng } from '../simulation/prng.js';
import { startSimulatedNode } from '../simulation/simulated-node.js';
import { diffCounterparties } from './diff-counterparties.js';
import { diffTables } from './diff-tables.js';
import { IngesterUnderTest } from './ingester-under-test.js';
import { observe } from './observed-block.js';
import { expectedTables } from './oracle.js';

/** Each kill costs the start of a process. */
const KILLS = bounded(3, 50);
/** Long enough for the ingester to take the lease and be within the backfill, on slow and fast machines. */
const LONGEST_LIFE_MS = 250;
/** Blocks before the first kill, more than a life ingests. */
const BLOCKS = bounded(100, 200);
/** Least kills that must hit a running ingester; usually most of them do. */
const AT_WORK = bounded(1, 10);

it(`a backfill killed at ${KILLS} random times ends like one without a kill`, async () => {
  const random = new Prng(50);
  const database = await createDatabase({ migrated: true });
  const node = await startSimulatedNode({ seed: 50 });
  const pool = createPool(database.url);
  const { firstBlock } = node.chain;
  const ingester = new IngesterUnderTest({ rpcUrl: node.url, databaseUrl: database.url, firstBlock }, pool);
  let killedAtWork = 0;
  try {
    await node.chain.extend(BLOCKS);
    for (let kills = 0; kills < KILLS; kills++) {
      // Blocks to ingest, so that most kills hit a running ingester.
      await node.chain.extend(25);
      const epoch = await epochOf(pool);
      ingester.start();
      while ((await epochOf(pool)) === epoch) await setTimeout(20);
      await setTimeout(random.between(0, LONGEST_LIFE_MS));
      await ingester.kill();
      const { rows } = await pool.query<{ blocks: number; head: number | null }>(
        'SELECT count(*) AS blocks, max(number) AS head FROM block',
      );
      const { blocks, head } = rows[0]!;
      expect(blocks).toBe(head === null ? 0 : head - firstBlock + 1);
      if (head !== node.chain.head!.number) killedAtWork++;
    }
    ingester.start();
    await ingester.settle(node.chain.head!.hash);
    const sight = { traces: 'geth', stateDiff: true, ommers: true } as const;
    const expected = expectedTables(observe(node.chain, sight));
    expect(diffTables(expected, await storedTables(pool))).toBeUndefined();
    expect(await diffCounterparties(expected, pool)).toBeUndefined();
    expect((await pool.query('SELECT FROM counterparty_bucket')).rowCount).toBeGreaterThan(1);
    expect(await checkLog(pool, () => undefined)).toEqual([]);
    expect(killedAtWork).toBeGreaterThanOrEqual(AT_WORK);
  } finally {
    await ingester.kill();
    await node.stop();
    await pool.end();
    await database.drop();
  }
});

/** The fencing epoch, which rises once an ingester has begun. */
async function epochOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>('SELECT epoch FROM writer_epoch');
  return rows[0]!.epoch;
}
