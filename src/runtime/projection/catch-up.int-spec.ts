import { expect, it } from '@jest/globals';
import { createDatabase } from '../../../test/fixture/database.js';
import { startIngestion } from '../../../test/fixture/ingestion.js';
import { startSimulatedNode } from '../../../test/simulation/simulated-node.js';
import { WriterLease } from '../../event-store/writer-lease.js';
import { createPool } from '../../platform/postgres/pool.js';
import { catchUpProjections } from './catch-up.js';
import { allProjectors } from './projectors.js';

it('brings projections to the end of the log once no other process writes', async () => {
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  const node = await startSimulatedNode({ seed: 63, firstBlock: 10, era: 'modern' });
  try {
    await node.chain.extend(12);
    const filling = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock: 10 });
    await filling.reached(node.chain.head!.hash);
    await filling.stop();
    const said: string[] = [];
    const behind = (line: string) => said.push(line);
    await catchUpProjections(pool, allProjectors(), behind);
    expect(said).toEqual([]);

    const rows = 'SELECT * FROM transaction ORDER BY block_number, tx_index';
    const before = await pool.query(rows);
    await pool.query('TRUNCATE transaction');
    await pool.query(`UPDATE checkpoint SET position = 0 WHERE reader = 'transaction'`);
    const other = await WriterLease.take(pool, 5_000);
    const caughtUp = catchUpProjections(pool, allProjectors(), behind);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await pool.query(rows)).rows).toEqual([]);
    other.release();
    await caughtUp;
    expect((await pool.query(rows)).rows).toEqual(before.rows);
    expect(before.rows).not.toEqual([]);
    expect(said).toEqual(['behind the chain log: transaction']);
  } finally {
    await node.stop();
    await pool.end();
    await database.drop();
  }
});
