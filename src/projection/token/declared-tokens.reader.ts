import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** A token's own declarations. */
export interface DeclaredToken {
  /** `0x` hex of its bytes; null when none is known. */
  readonly symbol: string | null;
  readonly decimals: number | null;
}

const DECLARED = 'SELECT token, symbol, decimals FROM token_metadata WHERE token = ANY($1::bytea[])';

@Injectable()
export class DeclaredTokensReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The declarations of these tokens (`0x` hex); a token that was never read has no entry.
   * @param database a transaction, for consistent reads
   */
  async declared(
    tokens: readonly Address[],
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<Map<string, DeclaredToken>> {
    if (tokens.length === 0) return new Map();
    const { rows } = await database.query<DeclaredToken & { readonly token: Address }>({
      name: 'declared tokens',
      text: DECLARED,
      values: [tokens.map(fromHex)],
      types: JSON_READY,
    });
    return new Map(rows.map(({ token, ...declared }) => [token, declared]));
  }
}
