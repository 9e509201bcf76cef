import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { BUSY, BUSY_HEAD, storeBusyAddress } from '../../../test/e2e/fixture/busy-address.js';
import { type OpenDatabase, openDatabase } from '../../../test/e2e/fixture/open-database.js';
import { InternalTransfersReader } from '../frame/internal-transfers.reader.js';
import { AddressTransactionsReader } from '../transaction/address-transactions.reader.js';
import { AddressReader } from './address.reader.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

describe('what is asked about an address with 100,000 rows', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await storeBusyAddress(database.pool);
  }, 120_000);
  afterAll(() => database.close());

  /** Rows that scans of tables and indexes gave or threw away, by kind of scan, while a reader's statement ran. */
  async function scanned(ask: (pool: Pool) => Promise<unknown>, plans: string): Promise<Map<string, number>> {
    let statement: QueryConfig | undefined;
    const watched = {
      query: (asked: QueryConfig) => {
        statement = asked;
        return database.pool.query(asked);
      },
    };
    await ask(watched as unknown as Pool);
    const client = await database.pool.connect();
    try {
      await client.query(`SET plan_cache_mode = ${plans}`);
      await client.query(`PREPARE asked AS ${statement!.text}`);
      const values = (statement!.values ?? []).map((value) =>
        Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : String(value),
      );
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${values})`);
      return countScans(rows[0]['QUERY PLAN'][0].Plan);
    } finally {
      await client.query('DEALLOCATE asked; RESET plan_cache_mode');
      client.release();
    }
  }

  const modes = ['force_custom_plan', 'force_generic_plan'];
  const total = (scans: Map<string, number>) => [...scans.values()].reduce((sum, rows) => sum + rows, 0);
  const middle = { blockNumber: BUSY_HEAD - 5_000, txIndex: 7 };

  it.each(modes)('its transactions are walked in the indexes, a page at a time (%s)', async (mode) => {
    for (const before of [undefined, middle]) {
      const scans = await scanned(
        (pool) => new AddressTransactionsReader(pool).ofAddress(BUSY, before, 26),
        mode,
      );
      expect([...scans.keys()].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // The head, two walks, and each row with its block.
      expect(total(scans)).toBeLessThanOrEqual(1 + 4 * 26);
    }
  });

  it.each(modes)('its internal transfers are walked in the indexes, a page at a time (%s)', async (mode) => {
    for (const before of [undefined, { blockNumber: middle.blockNumber, txIndex: 0, ordinal: 5 }]) {
      const scans = await scanned(
        (pool) => new InternalTransfersReader(pool).ofAddress(BUSY, before, 25),
        mode,
      );
      expect([...scans.keys()].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // The head, two walks, each row with its transaction and block, and the frames before two places, which
      // a bitmap counts twice.
      expect(total(scans)).toBeLessThanOrEqual(1 + 5 * 26 + 3 * 12);
    }
  });

  it.each(modes)('its summary counts to a limit and probes the ends of the indexes (%s)', async (mode) => {
    const scans = await scanned((pool) => new AddressReader(pool).one(BUSY, BUSY_HEAD - 9_999), mode);
    // Tables of a few rows are read whole.
    const ofTables = [...scans].filter(([scan]) => !scan.startsWith('Index'));
    expect(total(new Map(ofTables))).toBeLessThanOrEqual(5);
    expect(total(scans)).toBeLessThanOrEqual(2 * 10_001 + 3 + 20);
  });
});

function countScans(plan: PlanNode, scans = new Map<string, number>()): Map<string, number> {
  if (/(?<!Subquery |Function |CTE |Values )Scan/.test(plan['Node Type'])) {
    const scan = `${plan['Node Type']} of ${plan['Relation Name'] ?? 'an index'}`;
    const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    scans.set(scan, (scans.get(scan) ?? 0) + rows);
  }
  for (const below of plan.Plans ?? []) countScans(below, scans);
  return scans;
}
