import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { openNewDatabase } from '../../test/fixture/opened-database.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { fenceOf, LeaseRefused, newestEpoch, WriterLease } from './writer-lease.js';

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

it('is found, and can be ended, by the statements that docs/machines.md shows', async () => {
  const [, find] = /```sql\n(SELECT pid.*?;)\n```/s.exec(readFileSync('docs/machines.md', 'utf8'))!;
  const { pool, drop } = await openNewDatabase();
  const leases: WriterLease[] = [];
  const take = async (waitMs: number): Promise<void> => {
    leases.push(await WriterLease.take(pool, waitMs));
  };
  try {
    expect((await pool.query(find!)).rows).toEqual([]);
    await take(0);
    await expect(take(0)).rejects.toThrow(LeaseRefused);
    const { rows } = await pool.query(find!);
    expect(rows).toEqual([expect.objectContaining({ pid: expect.any(Number) })]);
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await take(5_000);
    expect(leases[1]!.epoch).toBe(leases[0]!.epoch + 1);
  } finally {
    for (const lease of leases) lease.release();
    await drop();
  }
});
