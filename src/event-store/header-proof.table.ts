import type { Pool, PoolClient } from 'pg';
import { fromHex, toHex } from '../domain/chain/codec/hex.js';
import type { Hash, Hex } from '../domain/chain/hex.js';
import type { BlockRange } from '../domain/interval/block-range.js';

/** The proof that a block is on Ethereum's chain: `rlp([type, SSZ])`. */
export interface HeaderProofRow {
  readonly hash: Buffer;
  readonly proof: Buffer;
}

const ROWS_AT_ONCE = 1_024;

/** Stores proofs. A block that has a proof keeps it. */
export async function keepHeaderProofs(pool: Pool, rows: readonly HeaderProofRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    await pool.query(
      `INSERT INTO header_proof (block_hash, proof) SELECT * FROM unnest($1::bytea[], $2::bytea[])
       ON CONFLICT (block_hash) DO NOTHING`,
      [some.map(({ hash }) => hash), some.map(({ proof }) => proof)],
    );
  }
}

/** How many blocks of a range are stored and have a proof. */
export async function provenBlocks(pool: Pool, { fromBlock, toBlock }: BlockRange): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM canonical_block JOIN header_proof ON block_hash = hash WHERE number BETWEEN $1 AND $2`,
    [fromBlock, toBlock],
  );
  return Number(rows[0]!.count);
}

/** The proofs of these blocks, as far as they have one. */
export async function headerProofs(
  tx: Pool | PoolClient,
  hashes: readonly Hash[],
): Promise<ReadonlyMap<Hash, Hex>> {
  const { rows } = await tx.query<{ block_hash: Buffer; proof: Buffer }>(
    'SELECT block_hash, proof FROM header_proof WHERE block_hash = ANY ($1)',
    [hashes.map(fromHex)],
  );
  return new Map(rows.map((row) => [toHex(row.block_hash), toHex(row.proof)]));
}

/** Stored blocks of a range without a proof, ascending. */
export async function unprovenBlocks(
  pool: Pool,
  { fromBlock, toBlock }: BlockRange,
  limit: number,
): Promise<{ number: number; hash: Buffer; timestamp: number }[]> {
  const { rows } = await pool.query<{ number: string; hash: Buffer; timestamp: string }>(
    `SELECT number, hash, timestamp FROM canonical_block
     WHERE number BETWEEN $1 AND $2 AND NOT EXISTS (SELECT FROM header_proof WHERE block_hash = hash)
     ORDER BY number LIMIT $3`,
    [fromBlock, toBlock, limit],
  );
  return rows.map(({ number, hash, timestamp }) => ({
    number: Number(number),
    hash,
    timestamp: Number(timestamp),
  }));
}
