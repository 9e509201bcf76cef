import { countsOf, FLAGS, INTERACTIONS_OF_ADDRESS, TOKEN_FLAGS_SHIFT } from './interaction.js';

/**
 * Parts of the statements that rank the counterparties of the address `$1`, at most `$2` of them, on a chain that begins at block `$3`.
 */

export const COUNTS = [
  'tx_count',
  'succeeded_count',
  'sent_count',
  'received_count',
  'external_count',
  'internal_count',
  'token_count',
] as const;

export const RANKED = 'succeeded_count DESC, last_block DESC, counterparty';

/** Both sides of a table of pairs, each with the columns of a counterparty. */
export const sidesOf = (table: string, of: (side: string) => string): string =>
  [
    ['lesser', 'greater', 'forth', 'back'],
    ['greater', 'lesser', 'back', 'forth'],
  ]
    .map(
      ([own, other, sent, received]) => `
  (SELECT ${other} AS counterparty, tx_count, succeeded_count, ${sent}_count AS sent_count, ${received}_count AS received_count,
          external_count, internal_count, token_count, token_marks, first_block, last_block
   FROM ${table} WHERE ${own} = $1 ${of(other!)})`,
    )
    .join('\n  UNION ALL');

/**
 * `asked`: head and last block counted. `gap`: the lowest blocks from it down that are not held, or not with their frames, which may hide
 * anything. `recent`: the counterparties in the blocks that are in no bucket that ends by then, from the records themselves.
 */
export const askedUpTo = (block: string): string => `
asked AS (
  SELECT number AS head, ${block} AS block FROM block ORDER BY number DESC LIMIT 1
), gap AS (
  SELECT lower(missing) AS from_block, upper(missing) - 1 AS to_block
  FROM asked, coverage, unnest(int8multirange(int8range($3::int8, greatest($3, head + 1))) - ranges) missing
  WHERE family = 'frames' AND lower(missing) <= block AND block <= head
  ORDER BY 1
  LIMIT 1
), recent AS (
  SELECT counterparty, ${countsOf('is_sent', 'is_received')}
  FROM asked
  CROSS JOIN LATERAL (
    SELECT lower(unfolded) AS from_block, upper(unfolded) - 1 AS to_block
    FROM unnest(int8multirange(int8range($3, greatest($3, asked.block + 1))) - (
      SELECT coalesce(range_agg(int8range(from_block, to_block, '[]')), '{}') FROM counterparty_bucket
      WHERE to_block <= asked.block
    )) unfolded
  ) run
  CROSS JOIN LATERAL (${INTERACTIONS_OF_ADDRESS}
  ) meeting
  WHERE asked.block <= asked.head AND NOT EXISTS (SELECT FROM gap)
  GROUP BY counterparty
)`;

const OWNS_ITEMS = `EXISTS (
        SELECT FROM generate_series(1, octet_length(selectors), 4) place
        WHERE substring(selectors FROM place FOR 4) = '\\x6352211e')`;

/**
 * The rows of `shown` in order, each with its row of `counted`, or one row without a counterparty; the class of tokens that index nothing
 * follows from their code.
 */
export const SHOWN = `
SELECT asked.head AS "headNumber", asked.block AS "asOfBlock", gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       counted.corpus, counted.ties AS "tieCount",
       shown.counterparty, tx_count AS "txCount", succeeded_count AS "succeededCount", sent_count AS "sentCount",
       received_count AS "receivedCount", external_count AS "externalCount", internal_count AS "internalCount",
       token_count AS "tokenCount", token_marks AS "tokenMarks", first_block AS "firstBlock", last_block AS "lastBlock",
       moved.items AS "movedItems", moved.amounts AS "movedAmounts"
FROM asked
LEFT JOIN gap ON true
CROSS JOIN counted
LEFT JOIN shown ON true
LEFT JOIN LATERAL (
  SELECT bool_or(${OWNS_ITEMS}) AS items, bool_or(NOT ${OWNS_ITEMS}) AS amounts
  FROM (
    SELECT token FROM transfer
    WHERE shape = 5 AND from_address = $1 AND to_address = shown.counterparty AND block_number <= asked.block
    UNION
    SELECT token FROM transfer
    WHERE shape = 5 AND from_address = shown.counterparty AND to_address = $1 AND block_number <= asked.block
  ) unindexed
  LEFT JOIN LATERAL (
    SELECT code.selectors FROM code_change JOIN code ON code.hash = code_change.code_hash
    WHERE code_change.address = unindexed.token
    ORDER BY code_change.block_number DESC, code_change.tx_index DESC LIMIT 1
  ) code ON true
  WHERE token_marks & ${FLAGS.unindexed >> TOKEN_FLAGS_SHIFT} > 0
) moved ON true
ORDER BY ${RANKED}`;
