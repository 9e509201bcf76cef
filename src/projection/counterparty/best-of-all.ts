/** The first of a side, with all that are level with the last: an index has them in order but for the address of the other. */
const best = (own: string, other: string, sent: string, received: string): string => `
  (SELECT ${other} AS counterparty, tx_count, succeeded_count, ${sent} AS sent_count, ${received} AS received_count, external_count,
          internal_count, token_count, token_flags, first_block, last_block
   FROM counterparty
   WHERE ${own} = $1 AND ${other} NOT IN (SELECT counterparty FROM recent)
   ORDER BY succeeded_count DESC, last_block DESC FETCH FIRST ($2) ROWS WITH TIES)`;

/** The pairs of a level. */
const level = (own: string): string => `
      (SELECT FROM counterparty WHERE ${own} = $1 AND succeeded_count = level
       ORDER BY ${own}, succeeded_count DESC, last_block DESC)`;

/**
 * Statement: the counterparties of the address `$1`, at most `$2` of them, on a chain that begins at block `$3`, up to the head: the first rows
 * of the totals, in their order, and the recent counterparties, with both parts added. Counted are at most `$4`.
 *
 * `asked`: head and last block counted. `gap`: the lowest blocks from it down that are not held, or not with their frames, which may hide
 * anything. `recent`: the counterparties in blocks that are in no bucket that ends by then. The class of tokens that index nothing (flag 4 of
 * `token_flags`) follows from their code.
 *
 * The pairs of a level are ordered as their index is: the planner, which does not know the level, would rather read the table in the hope to
 * meet enough soon.
 */
export const BEST_OF_ALL = `
WITH asked AS (
  SELECT number AS head, number AS block FROM block ORDER BY number DESC LIMIT 1
), gap AS (
  SELECT gap.* FROM asked CROSS JOIN LATERAL first_gap(ARRAY['frames'], $3, head) gap
  WHERE gap.from_block <= block AND block <= head
), recent AS (
  SELECT recent.* FROM asked CROSS JOIN LATERAL recent_counterparties($1, asked.block, $3) recent
  WHERE asked.block <= asked.head AND NOT EXISTS (SELECT FROM gap)
), renewed AS (
  SELECT recent.counterparty, recent.tx_count + coalesce(total.tx_count, 0) AS tx_count,
         recent.succeeded_count + coalesce(total.succeeded_count, 0) AS succeeded_count,
         recent.sent_count + coalesce(total.sent_count, 0) AS sent_count,
         recent.received_count + coalesce(total.received_count, 0) AS received_count,
         recent.external_count + coalesce(total.external_count, 0) AS external_count,
         recent.internal_count + coalesce(total.internal_count, 0) AS internal_count,
         recent.token_count + coalesce(total.token_count, 0) AS token_count,
         recent.token_flags | coalesce(total.token_flags, 0::int2) AS token_flags,
         least(recent.first_block, total.first_block) AS first_block,
         greatest(recent.last_block, total.last_block) AS last_block, total.succeeded_count AS stored_succeeded_count,
         total.tx_count IS NULL AS is_new
  FROM recent
  LEFT JOIN LATERAL counterparty_total($1, recent.counterparty) total ON true
), shown AS (
  ${best('address_a', 'address_b', 'a_to_b_count', 'b_to_a_count')}
  UNION ALL
  ${best('address_b', 'address_a', 'b_to_a_count', 'a_to_b_count')}
  UNION ALL
  SELECT counterparty, tx_count, succeeded_count, sent_count, received_count, external_count, internal_count, token_count, token_flags,
         first_block, last_block
  FROM renewed
  ORDER BY succeeded_count DESC, last_block DESC, counterparty
  LIMIT $2
), counted AS MATERIALIZED (
  SELECT CASE WHEN walked <= $4 THEN walked + new END AS corpus,
         CASE WHEN walked + new > shown AND level_walked <= $4 THEN level_walked - level_recent + level_renewed - level_shown END AS ties
  FROM (SELECT count(*) AS walked FROM (
      SELECT FROM counterparty WHERE address_a = $1 UNION ALL SELECT FROM counterparty WHERE address_b = $1 LIMIT $4 + 1
    ) walk) totals,
    (SELECT count(*) AS new FROM renewed WHERE is_new) newcomers,
    (SELECT count(*) AS shown, min(succeeded_count) AS level FROM shown) last,
    LATERAL (SELECT count(*) AS level_walked FROM (
      ${level('address_a')}
      UNION ALL ${level('address_b')}
      LIMIT $4 + 1
    ) walk) level_totals,
    LATERAL (SELECT count(*) AS level_recent FROM renewed WHERE stored_succeeded_count = level) level_left_out,
    LATERAL (SELECT count(*) AS level_renewed FROM renewed WHERE succeeded_count = level) level_renewals,
    LATERAL (SELECT count(*) AS level_shown FROM shown WHERE succeeded_count = level) level_with_last
)
SELECT asked.head AS "headNumber", asked.block AS "asOfBlock", gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       counted.corpus, counted.ties AS "tieCount",
       shown.counterparty, tx_count AS "txCount", succeeded_count AS "succeededCount", sent_count AS "sentCount",
       received_count AS "receivedCount", external_count AS "externalCount", internal_count AS "internalCount",
       token_count AS "tokenCount", token_flags AS "tokenFlags", first_block AS "firstBlock", last_block AS "lastBlock",
       moved.items AS "movedItems", moved.amounts AS "movedAmounts"
FROM asked
LEFT JOIN gap ON true
CROSS JOIN counted
LEFT JOIN shown ON true
LEFT JOIN LATERAL moved_unindexed(
  $1, CASE WHEN token_flags & 4 > 0 THEN shown.counterparty END, asked.block
) moved ON true
ORDER BY succeeded_count DESC, last_block DESC, counterparty`;
