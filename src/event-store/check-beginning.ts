import type { Pool, PoolClient } from 'pg';

/** A stored block that contradicts the first block number that this process was given. */
interface OtherBeginning {
  readonly number: number;
  /** Whether the block names no parent. */
  readonly begins: boolean;
}

const BEGINS = `parent_hash = decode(repeat('00', 32), 'hex')`;
const OTHER = `SELECT number, ${BEGINS} AS begins FROM canonical_block WHERE (number = $1) <> (${BEGINS})`;
const LOWEST = `(SELECT min(number) FROM canonical_block)`;

/**
 * Stored blocks that contradict `firstBlock`: it has a parent, or another block has none. Earlier versions
 * accepted both.
 */
export async function checkBeginning(db: Pool | PoolClient, firstBlock: number): Promise<string[]> {
  const { rows } = await db.query<OtherBeginning>(`${OTHER} ORDER BY number`, [firstBlock]);
  return rows.map((row) => describe(row, firstBlock));
}

/** Why its first block number bars this process from this database; looks at two blocks at most. */
export async function otherBeginning(pool: Pool, firstBlock: number): Promise<string | undefined> {
  const { rows } = await pool.query<OtherBeginning>(`${OTHER} AND number IN ($1, ${LOWEST}) LIMIT 1`, [
    firstBlock,
  ]);
  return rows[0] && describe(rows[0], firstBlock);
}

function describe({ number, begins }: OtherBeginning, firstBlock: number): string {
  return begins
    ? `block ${number} names no parent, and the chain begins with block ${firstBlock}: set FIRST_BLOCK, or fill an empty database from other nodes`
    : `block ${number} names a parent, so the chain does not begin with it: leave FIRST_BLOCK out, and run \`rebuild evaluation\` where blocks were stored with it`;
}
