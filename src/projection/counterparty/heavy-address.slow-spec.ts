import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSY, BUSY_HEAD, storeBusyAddress } from '../../../test/e2e/fixture/busy-address.js';
import { type OpenDatabase, openDatabase } from '../../../test/e2e/fixture/open-database.js';
import {
  PLAN_MODES,
  type ScannedRows,
  scannedRows,
  totalOf,
} from '../../../test/e2e/fixture/scanned-rows.js';
import { foldCounterparties } from '../../../test/fixture/fold-counterparties.js';
import { CounterpartiesReader } from './counterparties.reader.js';

const FIRST = BUSY_HEAD - 5_999;
/** Where buckets end, and the last part of the bucket that is not complete: after it nothing is folded. */
const BUCKETS_END = [767, 4_863].map((at) => FIRST + at);
const FOLDED_END = FIRST + 5_887;
/** In each block, over transactions, frames and transfers: nine name it and another address, one only it, which counts on both sides. */
const RECORDS_A_BLOCK = 3 * (9 + 2);
const NEW_A_BLOCK = 9;

/** Without them, all pairs were the address's, and a plan that reads all would be right. */
const OTHER_PAIRS_A_BUCKET = 50_000;
const OF_OTHERS = `
INSERT INTO counterparty_sum
SELECT to_block, to_block, to_block, 1, 1, 1, 0, 1, 0, 0, 0, true, substring(pair FOR 16), substring(pair FROM 17)
FROM generate_series(1, $1) number CROSS JOIN LATERAL sha256(int4send(number)) pair
CROSS JOIN LATERAL (SELECT ($2::int8[])[1 + number % array_length($2::int8[], 1)] AS to_block) bucket`;

describe('an address with 54,000 counterparties', () => {
  let database: OpenDatabase;
  let reader: CounterpartiesReader;
  beforeAll(async () => {
    database = await openDatabase();
    reader = new CounterpartiesReader(database.pool);
    await storeBusyAddress(database.pool);
    await foldCounterparties(database.pool, FIRST, BUSY_HEAD);
    await database.pool.query(OF_OTHERS, [BUCKETS_END.length * OTHER_PAIRS_A_BUCKET, BUCKETS_END]);
    await database.pool.query('VACUUM ANALYZE');
  });
  afterAll(() => database.close());

  const rowsOf = (scans: ScannedRows, ...tables: readonly string[]): number =>
    totalOf(new Map([...scans].filter(([scan]) => tables.some((table) => scan.endsWith(` of ${table}`)))));
  const RECORDS = ['transaction', 'internal_transfer', 'log', 'decoded_transfer'];

  it('is folded up to the last settled part', async () => {
    const { rows } = await database.pool.query('SELECT to_block FROM counterparty_bucket ORDER BY 1');
    const ends = rows.map(({ to_block }) => Number(to_block));
    expect([ends.slice(0, 2), ends.at(-1)]).toEqual([BUCKETS_END, FOLDED_END]);
    const { corpus } = await reader.atBlock(BUSY, BUSY_HEAD, 1, FIRST);
    expect(corpus).toBe(54_000);
  });

  it('has more counterparties than are counted of the totals', async () => {
    const all = await reader.ofAll(BUSY, 20, FIRST);
    const same = await reader.atBlock(BUSY, BUSY_HEAD, 20, FIRST);
    expect(all.counterparties).toEqual(same.counterparties);
    expect([all.corpus, all.tieCount]).toEqual([null, null]);
  });

  it.each(PLAN_MODES)(
    'is ranked at a block by its buckets before and the records of one (%s)',
    async (mode) => {
      for (const [block, buckets, recent] of [
        [FIRST + 5_000, 4_992, 9],
        [BUCKETS_END[0]! + 137, 768, 137],
        [BUCKETS_END[1]!, 4_864, 0],
        [BUCKETS_END[0]! - 1, 0, 767],
      ] as const) {
        const scans = await scannedRows(
          database.pool,
          (pool) => new CounterpartiesReader(pool).atBlock(BUSY, block, 20, FIRST),
          mode,
        );
        expect(rowsOf(scans, ...RECORDS)).toBe(recent * RECORDS_A_BLOCK);
        expect([block, rowsOf(scans, 'counterparty_sum')]).toEqual([block, buckets * NEW_A_BLOCK]);
      }
    },
  );

  it.each(PLAN_MODES)(
    'is ranked in all by a walk over the totals and the records since (%s)',
    async (mode) => {
      const scans = await scannedRows(
        database.pool,
        (pool) => new CounterpartiesReader(pool).ofAll(BUSY, 20, FIRST),
        mode,
      );
      const recent = BUSY_HEAD - FOLDED_END;
      expect(rowsOf(scans, ...RECORDS)).toBe(recent * RECORDS_A_BLOCK);
      // A page of either side, two walks of the counts, and a look-up of the recent ones.
      const walked = 2 * 20 + 2 * 10_001 + recent * NEW_A_BLOCK;
      expect(rowsOf(scans, 'counterparty_sum')).toBeLessThanOrEqual(walked);
    },
  );
});
