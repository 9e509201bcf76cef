import type { Pool } from 'pg';
import { chainText } from '../../domain/chain/codec/chain-text.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** A token's own declarations, and how many addresses ever held it. */
export interface Declaration {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: Address;
  /** Absent where none is declared. */
  readonly symbol?: string;
  readonly name?: string;
  /** Absent where holders were not counted. */
  readonly holders?: number;
}

const DECLARED = `
SELECT token AS address, symbol, name, holders_ever(token) AS holders
FROM token_metadata WHERE token = ANY($1)`;

interface Row {
  readonly address: Address;
  /** Hex of chain text. */
  readonly symbol: string | null;
  readonly name: string | null;
  readonly holders: number | null;
}

/** The token data of those addresses that are tokens. @param addresses bytes */
export async function declarationsOf(
  database: Pick<Pool, 'query'>,
  addresses: readonly Buffer[],
): Promise<readonly Declaration[]> {
  const { rows } = await database.query<Row>({
    name: 'declarations',
    text: DECLARED,
    values: [addresses],
    types: JSON_READY,
  });
  return rows.map(({ address, symbol, name, holders }) => ({
    address,
    ...(symbol === null ? {} : { symbol: chainText(symbol) }),
    ...(name === null ? {} : { name: chainText(name) }),
    ...(holders === null ? {} : { holders }),
  }));
}
