import type { Pool, PoolClient } from 'pg';

/** Stored blocks that pass for the beginning of the chain, and are not: earlier versions took any that names no parent. */
export async function checkBeginning(db: Pool | PoolClient, firstBlock: number): Promise<string[]> {
  const { rows } = await db.query<{ number: number }>(
    `SELECT number FROM canonical_block WHERE parent_hash = decode(repeat('00', 32), 'hex') AND number <> $1 ORDER BY number`,
    [firstBlock],
  );
  return rows.map(
    ({ number }) =>
      `block ${number} names no parent, and the chain begins with block ${firstBlock}: fill an empty database from other nodes`,
  );
}
