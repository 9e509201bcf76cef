import type { Pool } from 'pg';
import { chainText } from '../../domain/chain/codec/chain-text.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** What a token declares, and how many addresses have ever held it. */
export interface Declaration {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: Address;
  /** Absent where the token declares none. */
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
  /** Bytes of a chain text, as hex. */
  readonly symbol: string | null;
  readonly name: string | null;
  readonly holders: number | null;
}

/** The declarations of those addresses that are tokens. @param addresses 20 bytes each */
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
