import { askedUpTo, COUNTS, RANKED, SHOWN, sidesOf } from './ranking.js';

const NOT_RECENT = (other: string): string => `AND ${other} NOT IN (SELECT counterparty FROM recent)`;

/** Ordered as their index is: the planner, who does not know the level, would rather read the table in the hope to meet enough soon. */
const levelOf = (side: string, other: string): string => `(
  SELECT FROM counterparty WHERE ${side} = $1 AND succeeded_count = level ${NOT_RECENT(other)}
  ORDER BY ${side}, succeeded_count DESC, last_block DESC, ${other})`;

/**
 * Statement, up to the head: the first rows of the totals, in their order, and the recent counterparties, with both parts added.
 * Interactions are counted up to `$4`.
 */
export const BEST_OF_ALL = `
WITH ${askedUpTo('number')}, renewed AS (
  SELECT recent.counterparty, ${COUNTS.map((count) => `recent.${count} + coalesce(total.${count}, 0) AS ${count}`).join(', ')},
         recent.token_marks | coalesce(total.token_marks, 0::int2) AS token_marks,
         least(recent.first_block, total.first_block) AS first_block,
         greatest(recent.last_block, total.last_block) AS last_block, total.tx_count IS NULL AS is_new
  FROM recent
  LEFT JOIN LATERAL (${sidesOf('counterparty', (other) => `AND ${other} = recent.counterparty`)}
  LIMIT 1) total ON true
), shown AS (${sidesOf('counterparty', (other) => `${NOT_RECENT(other)} ORDER BY ${RANKED} LIMIT $2`)}
  UNION ALL
  SELECT counterparty, ${COUNTS.join(', ')}, token_marks, first_block, last_block FROM renewed
  ORDER BY ${RANKED}
  LIMIT $2
), counted AS MATERIALIZED (
  SELECT CASE WHEN walked <= $4 THEN walked + new END AS corpus,
         CASE WHEN walked + new > shown AND level_walked <= $4 THEN level_walked + level_renewed - level_shown END AS ties
  FROM (SELECT count(*) AS walked FROM (
      SELECT FROM counterparty WHERE lesser = $1 UNION ALL SELECT FROM counterparty WHERE greater = $1 LIMIT $4 + 1
    ) walk) totals,
    (SELECT count(*) AS new FROM renewed WHERE is_new) newcomers,
    (SELECT count(*) AS shown, min(succeeded_count) AS level FROM shown) last,
    LATERAL (SELECT count(*) AS level_walked FROM (
      ${levelOf('lesser', 'greater')} UNION ALL ${levelOf('greater', 'lesser')}
      LIMIT $4 + 1
    ) walk) level_totals,
    LATERAL (SELECT count(*) AS level_renewed FROM renewed WHERE succeeded_count = level) level_renewals,
    LATERAL (SELECT count(*) AS level_shown FROM shown WHERE succeeded_count = level) level_with_last
)
${SHOWN}`;
