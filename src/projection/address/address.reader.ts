import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** All stored data about one address. */
export interface AddressRow {
  readonly headNumber: number;
  /** Whether the address has code now; null where missing state diffs could decide it. */
  readonly isContract: boolean | null;
  /** Null unless code is held, like the next two. */
  readonly codeHash: string | null;
  /** Where the account delegates to (EIP-7702); null for code of its own. */
  readonly delegate: string | null;
  /** Block of its first code; null for a delegation. */
  readonly deployBlock: number | null;
  /** Null where it is not known, like the next. */
  readonly wei: string | null;
  readonly nonce: number | null;
  /** Null when too many to count, or while blocks are missing. */
  readonly sentTxCount: number | null;
  readonly receivedTxCount: number | null;
  /** First and last block of what is indexed by address; null when it was never active. */
  readonly firstBlock: number | null;
  readonly lastBlock: number | null;
}

/** Counting costs a walk over the index entries: this many are walked at most. */
const MAX_COUNTED = 10_000;

const IS_DELEGATION = "octet_length(code.code) = 23 AND substring(code.code FOR 3) = '\\xef0100'";

/** Everything that is indexed by address. Internal transfers repeat the condition of their indexes. */
const INTERNAL = 'value > 0 AND octet_length(path) > 2 AND type <> 1';
const ACTIVITIES = [
  'transaction WHERE from_address = $1',
  'transaction WHERE to_address = $1',
  `frame WHERE from_address = $1 AND ${INTERNAL}`,
  `frame WHERE to_address = $1 AND ${INTERNAL}`,
  'transfer WHERE from_address = $1',
  'transfer WHERE to_address = $1',
  'log WHERE address = $1',
  'code_change WHERE address = $1',
];

/** One step into each index. */
const endOf = (end: 'min' | 'max') =>
  ACTIVITIES.map((activity) => `(SELECT ${end}(block_number) FROM ${activity})`).join(',\n    ');

const counted = (side: string) => `
  CASE WHEN is_whole THEN (
    SELECT nullif(count(*), $3 + 1) FROM (SELECT FROM transaction WHERE ${side} = $1 LIMIT $3 + 1) counted
  ) END`;

const ONE = `
SELECT head.number AS "headNumber",
  CASE WHEN is_told THEN coalesce(newest.kind = 'set', false) END AS "isContract",
  CASE WHEN is_told THEN held.hash END AS "codeHash",
  CASE WHEN is_told THEN held.delegate END AS "delegate",
  CASE WHEN is_told AND held.delegate IS NULL AND held.hash IS NOT NULL THEN (
    SELECT code_change.block_number FROM code_change JOIN code ON code.hash = code_change.code_hash
    WHERE code_change.address = $1 AND NOT (${IS_DELEGATION})
    ORDER BY code_change.block_number, code_change.tx_index LIMIT 1
  ) END AS "deployBlock", account.wei, account.nonce,${counted('from_address')} AS "sentTxCount",${counted('to_address')} AS "receivedTxCount",
  least(
    ${endOf('min')}) AS "firstBlock",
  greatest(
    ${endOf('max')}) AS "lastBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL (
  SELECT kind, code_hash, block_number FROM code_change WHERE address = $1
  ORDER BY block_number DESC, tx_index DESC LIMIT 1
) newest ON true
LEFT JOIN LATERAL (
  SELECT code.hash, CASE WHEN ${IS_DELEGATION} THEN substring(code.code FROM 4) END AS delegate
  FROM code WHERE code.hash = newest.code_hash AND newest.kind = 'set'
) held ON true
CROSS JOIN LATERAL (
  SELECT
    bool_or(family = 'blocks' AND ranges @> int8range($2, greatest($2, head.number + 1))) AS is_whole,
    -- Code may have come or gone in any block since whose state diff is not held.
    bool_or(family = 'state_diff'
      AND ranges @> int8range(coalesce(newest.block_number, $2), greatest($2, head.number + 1))) AS is_told
  FROM coverage
) covered
CROSS JOIN LATERAL account_at($1, head.number, $2) account
WHERE head.number IS NOT NULL`;

@Injectable()
export class AddressReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} while no block is stored
   */
  async one(address: string, firstBlock: number): Promise<AddressRow> {
    const { rows } = await this.pool.query<AddressRow>({
      name: 'address',
      text: ONE,
      values: [fromHex(address), firstBlock, MAX_COUNTED],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    return row;
  }
}
