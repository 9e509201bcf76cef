import { expect, it } from '@jest/globals';
import { openNewDatabase } from '../../test/fixture/opened-database.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { fenceOf, LeaseRefused, newestEpoch } from './writer-lease.js';

it.each(['read committed', 'repeatable read'] as const)(
  'a fence refuses a transaction (%s) that began before a newer process became the writer',
  async (isolation) => {
    const { pool, drop } = await openNewDatabase();
    try {
      const fence = fenceOf(await newestEpoch(pool));
      const fenced = inTransaction(
        pool,
        async (tx) => {
          await tx.query('SELECT FROM writer_epoch');
          await pool.query('UPDATE writer_epoch SET epoch = epoch + 1');
          await fence.assertHeld(tx);
        },
        { isolation },
      );
      await expect(fenced).rejects.toThrow(LeaseRefused);
    } finally {
      await drop();
    }
  },
);
