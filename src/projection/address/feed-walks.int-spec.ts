import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BUSY, BUSY_HEAD, storeBusyAddress } from '../../../test/e2e/fixture/busy-address.js';
import { type OpenDatabase, openDatabase } from '../../../test/e2e/fixture/open-database.js';
import { PLAN_MODES, scannedRows, totalOf } from '../../../test/e2e/fixture/scanned-rows.js';
import { InternalTransfersReader } from '../../records/frame/internal-transfers.reader.js';
import { ContractEventsReader } from '../../records/log/contract-events.reader.js';
import { AddressTransactionsReader } from '../../records/transaction/address-transactions.reader.js';
import { AddressTokenTransfersReader } from '../token/address-token-transfers.reader.js';
import { AddressReader } from './address.reader.js';

describe('what is asked about an address with 60,000 rows', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await storeBusyAddress(database.pool);
  });
  afterAll(() => database.close());

  const scanned = (ask: (pool: Pool) => Promise<unknown>, mode: string) =>
    scannedRows(database.pool, ask, mode);
  const middle = { blockNumber: BUSY_HEAD - 3_000, txIndex: 7 };

  it.each(PLAN_MODES)('its transactions are walked in the indexes, a page at a time (%s)', async (mode) => {
    for (const before of [undefined, middle]) {
      const scans = await scanned(
        (pool) => new AddressTransactionsReader(pool).ofAddress(BUSY, before, 26),
        mode,
      );
      expect([...scans.keys()].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // The head, two walks to the ends of blocks with ten rows, and each row with its block.
      expect(totalOf(scans)).toBeLessThanOrEqual(1 + 2 * (26 + 10) + 2 * 26);
    }
  });

  it.each(PLAN_MODES)(
    'its internal transfers are walked in the indexes, a page at a time (%s)',
    async (mode) => {
      for (const before of [undefined, { blockNumber: middle.blockNumber, txIndex: 0, ordinal: 5 }]) {
        const scans = await scanned(
          (pool) => new InternalTransfersReader(pool).ofAddress(BUSY, before, 25),
          mode,
        );
        expect([...scans.keys()].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
        // The head, two walks to the ends of blocks with ten rows, and each row with its transaction and block.
        expect(totalOf(scans)).toBeLessThanOrEqual(1 + 2 * (26 + 10) + 2 * 26);
      }
    },
  );

  it.each(PLAN_MODES)('its token transfers and logs are walked in the indexes (%s)', async (mode) => {
    const transfers = await scanned(
      (pool) => new AddressTokenTransfersReader(pool).ofAddress(BUSY, [middle.blockNumber, 0, 5, 0], 25),
      mode,
    );
    // As above, with the token, what it declares and its code for each.
    expect(totalOf(transfers)).toBeLessThanOrEqual(1 + 2 * (26 + 10) + 2 * 26 + 26);
    const logs = await scanned(
      (pool) => new ContractEventsReader(pool).ofContract(BUSY, 20_000_000, [middle.blockNumber, 5], 25),
      mode,
    );
    expect(totalOf(logs)).toBeLessThanOrEqual(1 + 2 * (26 + 10) + 4 * 26);
  });

  it.each(PLAN_MODES)(
    'its summary counts to a limit and probes the ends of the indexes (%s)',
    async (mode) => {
      const scans = await scanned((pool) => new AddressReader(pool).one(BUSY, BUSY_HEAD - 5_999), mode);
      // Tables of a few rows are read whole; what is covered, two rows here, is asked three times.
      const ofTables = [...scans].filter(([scan]) => !scan.startsWith('Index'));
      expect(totalOf(new Map(ofTables))).toBeLessThanOrEqual(6);
      expect(totalOf(scans)).toBeLessThanOrEqual(2 * 10_001 + 3 + 21);
    },
  );
});
