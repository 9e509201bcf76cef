import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** What a token declares. */
export interface DeclaredToken {
  /** Bytes of the symbol as `0x` hex; null when none is known. */
  readonly symbol: string | null;
  readonly decimals: number | null;
}

const DECLARED = 'SELECT token, symbol, decimals FROM token_metadata WHERE token = ANY($1::bytea[])';

/**
 * The declarations up to the block, chosen like the current ones of a token. A token is first read in the
 * block in which it is first seen, or a lower one.
 */
const DECLARED_AT = `
SELECT asked.token, declared.symbol, declared.decimals
FROM unnest($1::bytea[]) AS asked (token)
CROSS JOIN LATERAL (SELECT min(block_number) AS first FROM token_declaration WHERE token = asked.token) seen
CROSS JOIN LATERAL (
  (SELECT 1 AS rank, symbol, decimals FROM token_declaration
   WHERE token = asked.token AND block_number > first AND block_number <= $2 AND is_setting AND answered AND open_reads = 0
   ORDER BY block_number DESC LIMIT 1)
  UNION ALL
  (SELECT 2, symbol, decimals FROM token_declaration
   WHERE token = asked.token AND answered AND NOT (is_setting AND block_number > first)
   ORDER BY block_number LIMIT 1)
  ORDER BY rank LIMIT 1
) declared`;

@Injectable()
export class DeclaredTokensReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The declarations of these tokens (`0x` hex): the current ones or, with a block, those of the last read up
   * to it. A token that was never read has no entry.
   * @param database a transaction, for consistent reads
   */
  async declared(
    tokens: readonly Address[],
    block: number | undefined,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<Map<string, DeclaredToken>> {
    if (tokens.length === 0) return new Map();
    const asked = tokens.map(fromHex);
    const { rows } = await database.query<DeclaredToken & { readonly token: Address }>({
      ...(block === undefined
        ? { name: 'declared tokens', text: DECLARED, values: [asked] }
        : { name: 'declared tokens at block', text: DECLARED_AT, values: [asked, block] }),
      types: JSON_READY,
    });
    return new Map(rows.map(({ token, ...declared }) => [token, declared]));
  }
}
