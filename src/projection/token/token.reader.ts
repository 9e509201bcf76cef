import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { TokenStandard } from '../../domain/token/token-standard.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type Holdings, holdingsOf } from './holdings.js';
import { type DescribedToken, describedToken } from './token-columns.js';
import { isWhole, type WholeTokenColumns } from './whole-token.js';

/** A token that is known since its deployment. */
export interface TokenRow extends DescribedToken, Holdings {
  readonly headNumber: number;
  readonly standard: TokenStandard;
  /** Number of transfers. */
  readonly transfers: number;
}

const BY_ADDRESS = 'SELECT * FROM whole_token($1, $2)';

@Injectable()
export class TokenReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} with the first gap that may hide some of it
   */
  async byAddress(address: Address, firstBlock: number): Promise<TokenRow> {
    const { rows } = await this.pool.query<WholeTokenColumns>({
      name: 'token by address',
      text: BY_ADDRESS,
      values: [fromHex(address), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    const { standard, ...declared } = describedToken(row);
    if (!isWhole(row) || standard === undefined) throw NotCovered.record(row);
    const { headNumber, transfers } = row;
    return { headNumber, standard, ...declared, transfers, ...holdingsOf(row, standard) };
  }
}
