import type { Pool } from 'pg';
import { decimalRatio, powerOfTen, type Ratio, times } from '../../domain/amount/ratio.js';
import type { PriceFeed } from '../../domain/price/price-sources.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { PriceSpan } from './price-hour.js';

/** Which feed is asked, and when. */
export interface FeedQuestion {
  readonly feed: PriceFeed;
  readonly span: PriceSpan;
}

/** The last answer of a feed. */
export interface FeedAnswer {
  /** In which it was given. */
  readonly hour: number;
  /** In units of the feed's quote. */
  readonly price: Ratio;
}

/**
 * A phase is known from a block on, to the end of the blocks in which its change would have been seen, or to the next block at which it
 * was still the same: their numbers only rise. Answers of its aggregator count in between, and nowhere else.
 */
const LAST_ANSWERS = `
WITH asked AS (
  SELECT * FROM unnest($1::bytea[], $2::bool[], $3::int4[], $4::int4[], $5::int8[]) WITH ORDINALITY
    AS asked (feed, is_proxy, earliest_hour, hour, block_number, place)
), phase AS (
  SELECT proxy, aggregator, block_number AS first_block, phase, lead(phase) OVER later AS next_phase,
         lead(block_number) OVER later AS next_block,
         coalesce((SELECT upper(range) FROM price_coverage, unnest(ranges) AS range WHERE range @> block_number),
                  block_number + 1) AS unseen_block
  FROM feed_phase WHERE proxy = ANY($1) WINDOW later AS (PARTITION BY proxy ORDER BY block_number)
), period AS (
  SELECT place, aggregator, first_block, CASE WHEN next_phase = phase THEN next_block ELSE least(next_block, unseen_block) END AS end_block
  FROM asked JOIN phase ON proxy = feed
  UNION ALL
  SELECT place, feed, 0, NULL FROM asked WHERE NOT is_proxy
)
SELECT DISTINCT ON (place) place, last.hour, last.answer
FROM asked JOIN period USING (place)
CROSS JOIN LATERAL (
  SELECT hour, answer, block_number FROM price_answer
  WHERE aggregator = period.aggregator AND hour BETWEEN asked.earliest_hour AND asked.hour
    AND block_number BETWEEN first_block AND asked.block_number AND (end_block IS NULL OR block_number < end_block)
  ORDER BY hour DESC, block_number DESC, log_index DESC LIMIT 1
) last
ORDER BY place, last.block_number DESC`;

/** The last answers that count, in the order of the questions; undefined where there is none. */
export async function lastAnswers(
  database: Pick<Pool, 'query'>,
  questions: readonly FeedQuestion[],
): Promise<(FeedAnswer | undefined)[]> {
  if (questions.length === 0) return [];
  const { rows } = await database.query<{ place: number; hour: number; answer: string }>({
    name: 'last answers of feeds',
    text: LAST_ANSWERS,
    values: [
      questions.map(({ feed }) => feed.address),
      questions.map(({ feed }) => feed.isProxy),
      questions.map(({ span }) => span.earliestHour),
      questions.map(({ span }) => span.hour),
      questions.map(({ span }) => span.block),
    ],
    types: JSON_READY,
  });
  const answers = new Map(rows.map((row) => [row.place, row]));
  return questions.map(({ feed }, i) => {
    const row = answers.get(i + 1);
    return row && { hour: row.hour, price: times(decimalRatio(row.answer), powerOfTen(1n, -feed.decimals)) };
  });
}
