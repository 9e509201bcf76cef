import type { Pool } from 'pg';
import { otherBeginning } from '../../event-store/check-beginning.js';

/** Throws an error with instructions where what is stored of the lowest block contradicts `FIRST_BLOCK`. Changes nothing, and needs no migration. */
export async function refuseOtherBeginning(pool: Pool, firstBlock: number): Promise<void> {
  const { rows } = await pool.query<{ made: boolean }>(
    `SELECT to_regclass('canonical_block') IS NOT NULL AS made`,
  );
  const why = rows[0]!.made ? await otherBeginning(pool, firstBlock) : undefined;
  if (why !== undefined) throw new Error(why);
}
