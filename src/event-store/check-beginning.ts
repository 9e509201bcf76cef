import type { Pool, PoolClient } from 'pg';

/** What is stored does not fit the lowest block that this process is told of. */
interface OtherBeginning {
  readonly number: number;
  /** Whether the block names no parent. */
  readonly begins: boolean;
}

const BEGINS = `parent_hash = decode(repeat('00', 32), 'hex')`;
const OTHER = `SELECT number, ${BEGINS} AS begins FROM canonical_block WHERE (number = $1) <> (${BEGINS})`;
const LOWEST = `(SELECT min(number) FROM canonical_block)`;

/** Stored blocks that pass for the beginning of the chain, and are not: earlier versions took any as such. */
export async function checkBeginning(db: Pool | PoolClient, firstBlock: number): Promise<string[]> {
  const { rows } = await db.query<OtherBeginning>(`${OTHER} ORDER BY number`, [firstBlock]);
  return rows.map((row) => describe(row, firstBlock));
}

/** Why this process must not read or write here by its lowest block; looks at no more than two blocks. */
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
