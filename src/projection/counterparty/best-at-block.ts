/**
 * Statement: the counterparties of the address `$1`, at most `$2` of them, up to the block `$4`, on a chain
 * that begins at block `$3`. Sums the buckets of the address that end by the block, and recent interactions,
 * by counterparty: for all counterparties only the columns that decide the ranking, the others for those that
 * are shown. Buckets do not overlap, so all buckets up to the last one that ends by the block do.
 *
 * `asked`: the head, and the last block counted. `gap`: the lowest blocks up to it that are not stored, or
 * not with their frames, and may hide interactions. `recent`: the counterparties in blocks outside of these
 * buckets. The class of tokens without indexed parameters (flag 4 of `token_flags`) follows from their code.
 */
export const BEST_AT_BLOCK = `
WITH asked AS (
  SELECT number AS head, $4::int8 AS block FROM block ORDER BY number DESC LIMIT 1
), gap AS (
  SELECT gap.* FROM asked CROSS JOIN LATERAL first_gap(ARRAY['frames'], $3, head) gap
  WHERE gap.from_block <= block AND block <= head
), recent AS (
  SELECT recent.* FROM asked CROSS JOIN LATERAL recent_counterparties($1, asked.block, $3) recent
  WHERE asked.block <= asked.head AND NOT EXISTS (SELECT FROM gap)
), part AS MATERIALIZED (
  SELECT pair.*
  FROM (SELECT max(bucket.from_block) AS until FROM counterparty_bucket bucket, asked WHERE to_block <= asked.block) folded
  CROSS JOIN LATERAL counterparties_in_buckets($1, folded.until) pair
  UNION ALL
  SELECT * FROM recent
), met AS MATERIALIZED (
  SELECT counterparty, sum(succeeded_count)::int8 AS succeeded_count, max(last_block) AS last_block FROM part GROUP BY counterparty
), shown AS MATERIALIZED (
  SELECT counterparty, sum(tx_count)::int8 AS tx_count, sum(succeeded_count)::int8 AS succeeded_count,
         sum(sent_count)::int8 AS sent_count, sum(received_count)::int8 AS received_count,
         sum(external_count)::int8 AS external_count, sum(internal_count)::int8 AS internal_count,
         sum(token_count)::int8 AS token_count, bit_or(token_flags) AS token_flags,
         min(first_block) AS first_block, max(last_block) AS last_block
  FROM part
  WHERE counterparty IN (
    SELECT counterparty FROM met ORDER BY succeeded_count DESC, last_block DESC, counterparty LIMIT $2
  )
  GROUP BY counterparty
), counted AS MATERIALIZED (
  SELECT corpus, CASE WHEN corpus > shown THEN (SELECT count(*) FROM met WHERE succeeded_count = level) - shown_level END AS ties
  FROM (SELECT count(*) AS corpus FROM met) all_met,
    (SELECT count(*) AS shown, min(succeeded_count) AS level FROM shown) last,
    LATERAL (SELECT count(*) AS shown_level FROM shown WHERE succeeded_count = level) level_with_last
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
