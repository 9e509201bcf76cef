/**
 * Statement: the counterparties of the address `$1`, at most `$2` of them, up to the head, on a chain that
 * begins at block `$3`. Adds the first rows of the totals, in their order, and the recent counterparties. At
 * most `$4` counterparties are counted, in totals and recent ones together.
 *
 * `asked`: the head, and the last block counted. `gap`: the lowest blocks up to it that are not stored, or
 * not with their frames, and may hide interactions. `recent`: the counterparties in blocks outside of all
 * buckets. The class of tokens without indexed parameters (flag 4 of `token_flags`) follows from their code.
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
), met AS (
  SELECT coalesce(array_agg(counterparty), '{}') AS recently, coalesce(jsonb_object_agg(encode(counterparty, 'hex'), true), '{}') AS keys
  FROM recent
), total AS MATERIALIZED (
  SELECT total.* FROM met CROSS JOIN LATERAL counterparty_totals($1, recently) total
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
  FROM recent LEFT JOIN total USING (counterparty)
), shown AS (
  SELECT best.* FROM met CROSS JOIN LATERAL best_counterparties($1, keys, $2) best
  UNION ALL
  SELECT counterparty, tx_count, succeeded_count, sent_count, received_count, external_count, internal_count, token_count, token_flags,
         first_block, last_block
  FROM renewed
  ORDER BY succeeded_count DESC, last_block DESC, counterparty
  LIMIT $2
), counted AS MATERIALIZED (
  SELECT CASE WHEN walked + new <= $4 THEN walked + new END AS corpus,
         CASE WHEN walked + new > shown AND level_walked - level_recent + level_renewed <= $4
              THEN level_walked - level_recent + level_renewed - level_shown END AS ties
  FROM counterparties_walked($1, $4 + 1) totals,
    (SELECT count(*) AS new FROM renewed WHERE is_new) newcomers,
    (SELECT count(*) AS shown, min(succeeded_count) AS level FROM shown) last,
    LATERAL (SELECT count(*) AS level_recent FROM renewed WHERE stored_succeeded_count = level) level_left_out,
    LATERAL counterparties_of_level($1, level, $4 + 1 + level_recent) AS of_level (level_walked),
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
