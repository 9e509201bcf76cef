import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { importPrices } from '../../src/runtime/price/import-prices.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const MANY = 10_001;
const prices = Array.from({ length: MANY }, (_, i) => ({ asset: 'ETH', timestamp: i, usd: `${i}.5` }));

describe('imported prices in the log', () => {
  let database: TestDatabase;
  let pool: Pool;
  const projectors = allProjectors();
  const rows = async () => (await pool.query('SELECT * FROM price_import ORDER BY asset, timestamp')).rows;

  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    const writer = await ChainWriter.open(pool, { projectors });
    await importPrices(writer, prices, { file: Buffer.from('a file'), source: 'one' });
    const again = [{ asset: 'ETH', timestamp: 7, usd: '9' }];
    await importPrices(writer, again, { file: Buffer.from('another'), source: 'two' });
    writer.close();
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are events with a limited number of prices each, in the digest chain', async () => {
    const { rows: events } = await pool.query(
      'SELECT kind, block_number AS block FROM chain_event ORDER BY position',
    );
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ kind: 'PriceImported', block: 0 })));
    expect(await checkLog(pool, () => undefined)).toEqual([]);
  });

  it('are the same after a rebuild, with the later of two prices for the same time', async () => {
    const before = await rows();
    expect(before).toHaveLength(MANY);
    expect(before[7]).toMatchObject({ usd: '9', source: 'two' });
    const lease = await WriterLease.take(pool, 1_000);
    try {
      await new ProjectionRunner(pool, lease).rebuild(projectors.find(({ name }) => name === 'price')!);
    } finally {
      lease.release();
    }
    expect(await rows()).toEqual(before);
  });

  it('are found if they were altered', async () => {
    await pool.query(
      'ALTER TABLE event_payload DISABLE TRIGGER ALL; UPDATE event_payload SET payload = substring(payload FOR 20) WHERE position = 1',
    );
    const problems = (await checkLog(pool, () => undefined)).join('\n');
    expect(problems).toContain('event 1: its digest does not follow');
    expect(problems).toContain('event 1: its prices cannot be read');
  });
});
