import { askedUpTo, COUNTS, RANKED, SHOWN, sidesOf } from './ranking.js';

/** Buckets do not overlap: up to this one all of them end by the block. */
const UP_TO_LAST_BUCKET = `
   AND from_block <= (SELECT max(bucket.from_block) FROM counterparty_bucket bucket, asked WHERE to_block <= asked.block)`;

/**
 * Statement, up to the block `$4`: the address's buckets that end by then, and what is recent, summed by counterparty. Only what ranks is
 * summed of all of them, the rest of those that are shown.
 */
export const BEST_AT_BLOCK = `
WITH ${askedUpTo('$4::int8')}, part AS MATERIALIZED (${sidesOf('counterparty_in_bucket', () => UP_TO_LAST_BUCKET)}
  UNION ALL
  SELECT * FROM recent
), met AS MATERIALIZED (
  SELECT counterparty, sum(succeeded_count)::int8 AS succeeded_count, max(last_block) AS last_block FROM part GROUP BY counterparty
), shown AS MATERIALIZED (
  SELECT counterparty, ${COUNTS.map((count) => `sum(${count})::int8 AS ${count}`).join(', ')},
         bit_or(token_marks) AS token_marks, min(first_block) AS first_block, max(last_block) AS last_block
  FROM part WHERE counterparty IN (SELECT counterparty FROM met ORDER BY ${RANKED} LIMIT $2)
  GROUP BY counterparty
), counted AS MATERIALIZED (
  SELECT corpus, CASE WHEN corpus > shown THEN (SELECT count(*) FROM met WHERE succeeded_count = level) - shown_level END AS ties
  FROM (SELECT count(*) AS corpus FROM met) all_met,
    (SELECT count(*) AS shown, min(succeeded_count) AS level FROM shown) last,
    LATERAL (SELECT count(*) AS shown_level FROM shown WHERE succeeded_count = level) level_with_last
)
${SHOWN}`;
