import type { PoolClient } from 'pg';

/** What a token declares of itself, as of a block. */
export interface TokenMetadata {
  readonly token: Buffer;
  /** Bytes of the answer; null when none are declared. */
  readonly symbol: Buffer | null;
  readonly name: Buffer | null;
  readonly decimals: number | null;
  readonly blockNumber: number;
}

const PUT = `
INSERT INTO token_metadata (token, symbol, name, decimals, block_number)
SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int2[], $5::int8[])
ON CONFLICT (token) DO UPDATE
SET symbol = excluded.symbol, name = excluded.name, decimals = excluded.decimals, block_number = excluded.block_number`;

/** Stores the declarations of tokens in place of earlier ones. */
export async function putTokenMetadata(tx: PoolClient, declared: readonly TokenMetadata[]): Promise<void> {
  if (declared.length === 0) return;
  await tx.query(PUT, [
    declared.map(({ token }) => token),
    declared.map(({ symbol }) => symbol),
    declared.map(({ name }) => name),
    declared.map(({ decimals }) => decimals),
    declared.map(({ blockNumber }) => blockNumber),
  ]);
}

export async function removeTokenMetadata(tx: PoolClient, tokens: readonly Buffer[]): Promise<void> {
  await tx.query('DELETE FROM token_metadata WHERE token = ANY($1)', [tokens]);
}

export async function clearTokenMetadata(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token_metadata');
}
