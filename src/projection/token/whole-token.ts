import type { MissingRow } from '../../domain/refusal/not-covered.js';
import { joinToken, TOKEN_COLUMNS, type TokenColumns } from './token-columns.js';

/**
 * The token `$1` with its lifetime totals, and the first gap that invalidates them: one between its deployment, or the chain's first block
 * `$2` where that is unknown, and the head. Where only its code decides the class of its transfers and no code is known, a gap of state
 * changes counts too; without one it has no code. Further joins depend on `token.transfers > 0 AND gap."fromBlock" IS NULL`.
 */
export const WHOLE_TOKEN_COLUMNS = `
       head.number AS "headNumber", gap."fromBlock", gap."toBlock", token.transfers, ${TOKEN_COLUMNS},
       coalesce(code.selectors, '') AS selectors`;

/**
 * The deployment is the first change of the code, unless that clears code or the token had transfers before: then it was deployed where
 * changes are not known, and what comes later is another creation. A delegation deploys nothing: who delegates may have done so before.
 */
export const WHOLE_TOKEN = `
FROM (SELECT max(number) AS number FROM block) head
${joinToken('$1')}
LEFT JOIN LATERAL (
  SELECT change.block_number AS block
  FROM (
    SELECT block_number, code_hash FROM code_change WHERE address = $1 ORDER BY block_number, tx_index LIMIT 1
  ) change JOIN code ON code.hash = change.code_hash
  WHERE NOT (octet_length(code.code) = 23 AND substring(code.code FOR 3) = '\\xef0100')
    AND change.block_number <= coalesce((SELECT min(block_number) FROM transfer WHERE token = $1), change.block_number)
) deployment ON true
LEFT JOIN LATERAL (
  SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
  FROM coverage,
       (SELECT coalesce(deployment.block, $2::int8) AS number) first,
       unnest(int8multirange(int8range(first.number, greatest(first.number, head.number + 1))) - ranges) missing
  WHERE family = 'blocks' OR (family = 'state_diff' AND token.unindexed_transfers > 0 AND code.selectors IS NULL)
  ORDER BY 1
  LIMIT 1
) gap ON true`;

export interface WholeTokenColumns extends TokenColumns, MissingRow {
  /** Null where the address is no token. */
  readonly transfers: number | null;
}

export type WholeToken<Row extends WholeTokenColumns> = Row & { readonly transfers: number };

/** Whether all of its time is known and it has a transfer. */
export function isWhole<Row extends WholeTokenColumns>(row: Row): row is WholeToken<Row> {
  return row.fromBlock === null && row.transfers !== null && row.transfers > 0;
}
