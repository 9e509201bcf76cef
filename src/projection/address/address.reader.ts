import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** All stored data about one address. */
export interface AddressRow {
  readonly headNumber: number;
  /** Whether the address has code now; null where missing state diffs might change the answer. */
  readonly isContract: boolean | null;
  /** Null where no code is stored, like the next two. */
  readonly codeHash: Hash | null;
  /** Delegate of the account (EIP-7702); null where it has code of its own. */
  readonly delegate: Address | null;
  /** Block of its first code; null for a delegation. */
  readonly deployBlock: number | null;
  /** Null where it is not known, like the nonce. */
  readonly wei: string | null;
  readonly nonce: number | null;
  /** Null when too many to count, or while blocks are missing. */
  readonly sentTxCount: number | null;
  readonly receivedTxCount: number | null;
  /** First and last block in which the address occurs in an indexed record; null when it occurs in none. */
  readonly firstBlock: number | null;
  readonly lastBlock: number | null;
}

/** Index entries that are counted at most: counting walks over them. */
const MAX_COUNTED = 10_000;

/** For the first and last block, each index is entered once. */
const ONE = `
SELECT head.number AS "headNumber",
  CASE WHEN is_known THEN coalesce(newest.kind = 'set', false) END AS "isContract",
  CASE WHEN is_known THEN held.hash END AS "codeHash",
  CASE WHEN is_known THEN held.delegate END AS "delegate",
  CASE WHEN is_known AND held.delegate IS NULL AND held.hash IS NOT NULL THEN (
    SELECT code_change.block_number FROM code_change JOIN code ON code.hash = code_change.code_hash
    WHERE code_change.address = $1 AND NOT is_delegation(code.code)
    ORDER BY code_change.block_number, code_change.tx_index LIMIT 1
  ) END AS "deployBlock", account.wei, account.nonce,
  CASE WHEN is_whole THEN (
    SELECT nullif(count(*), $3 + 1) FROM blocks_of_sender($1, $3 + 1) counted
  ) END AS "sentTxCount",
  CASE WHEN is_whole THEN (
    SELECT nullif(count(*), $3 + 1) FROM blocks_of_recipient($1, $3 + 1) counted
  ) END AS "receivedTxCount",
  least(active.first_block, (SELECT min(block_number) FROM code_change WHERE address = $1)) AS "firstBlock",
  greatest(active.last_block, (SELECT max(block_number) FROM code_change WHERE address = $1)) AS "lastBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL (
  SELECT kind, code_hash, block_number FROM code_change WHERE address = $1
  ORDER BY block_number DESC, tx_index DESC LIMIT 1
) newest ON true
LEFT JOIN LATERAL (
  SELECT code.hash, CASE WHEN is_delegation(code.code) THEN substring(code.code FROM 4) END AS delegate
  FROM code WHERE code.hash = newest.code_hash AND newest.kind = 'set'
) held ON true
CROSS JOIN LATERAL (
  SELECT
    bool_or(family = 'blocks' AND ranges @> int8range($2, greatest($2, head.number + 1))) AS is_whole,
    -- Code may have come or gone in any block since whose state diff is not held.
    bool_or(family = 'state_diff'
      AND ranges @> int8range(coalesce(newest.block_number, $2), greatest($2, head.number + 1))) AS is_known
  FROM coverage
) covered
CROSS JOIN LATERAL account_at($1, head.number, $2) account
CROSS JOIN activity_of($1) active
WHERE head.number IS NOT NULL`;

@Injectable()
export class AddressReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} while no block is stored
   */
  async one(address: Address, firstBlock: number): Promise<AddressRow> {
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
