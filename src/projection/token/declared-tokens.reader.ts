import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../kernel/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** What a token declares of itself. */
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
   * What these tokens (`0x` hex) declare; of those that were never asked there is no entry.
   * @param database for reads of one moment, a transaction.
   */
  async declared(
    tokens: readonly string[],
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<Map<string, DeclaredToken>> {
    if (tokens.length === 0) return new Map();
    const { rows } = await database.query<DeclaredToken & { readonly token: string }>({
      name: 'declared tokens',
      text: DECLARED,
      values: [tokens.map(fromHex)],
      types: JSON_READY,
    });
    return new Map(rows.map(({ token, ...declared }) => [token, declared]));
  }
}
