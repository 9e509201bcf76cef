import type { Pool } from 'pg';
import { decimalRatio, powerOfTen, type Ratio, times } from '../../domain/amount/ratio.js';
import type { PriceFeed } from '../../domain/price/price-sources.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { PriceSpan } from './price-hour.js';

/** A feed, and the hours to search. */
export interface FeedQuestion {
  readonly feed: PriceFeed;
  readonly span: PriceSpan;
}

/** The last answer of a feed. */
export interface FeedAnswer {
  /** Hour in which the answer was given. */
  readonly hour: number;
  /** In whole units of the feed's quote. */
  readonly price: Ratio;
  /** Whether no missing block may hold a later answer, or a change of the aggregator. */
  readonly isLast: boolean;
}

/**
 * The answer of a feed's proxy at the last block of the hour, or at the requested block: the last answer of
 * its aggregator at that time, whenever it was given. The phase read at a block is known up to the end of the
 * blocks in which a change would have been seen. It is also known up to the next block with the same phase,
 * because phases only rise. After that, the last known phase answers. The block after an hour shows that the
 * hour is over.
 */
const LAST_ANSWERS = `
WITH asked AS (
  SELECT asked.*, last.number AS last_block
  FROM unnest($1::bytea[], $2::bool[], $3::int4[], $4::int4[], $5::int8[], $6::int8[]) WITH ORDINALITY
    AS asked (feed, is_proxy, earliest_hour, hour, last_second, block_number, place)
  CROSS JOIN LATERAL (
    SELECT number FROM block WHERE timestamp <= last_second AND number <= block_number ORDER BY timestamp DESC LIMIT 1
  ) last
), source AS (
  SELECT asked.*, phase.aggregator,
         CASE WHEN next.phase = phase.phase THEN last_block ELSE least(last_block, seen.to_block) END AS known_block
  FROM asked
  CROSS JOIN LATERAL (
    SELECT phase, aggregator, block_number FROM feed_phase
    WHERE proxy = feed AND block_number <= last_block ORDER BY block_number DESC LIMIT 1
  ) phase
  LEFT JOIN LATERAL (
    SELECT phase FROM feed_phase WHERE proxy = feed AND block_number > last_block ORDER BY block_number LIMIT 1
  ) next ON true
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT upper(range) - 1 FROM price_coverage, unnest(ranges) AS range WHERE range @> phase.block_number),
                    phase.block_number) AS to_block
  ) seen
  WHERE is_proxy
  UNION ALL
  SELECT asked.*, feed, last_block FROM asked WHERE NOT is_proxy
)
SELECT place, last.hour, last.answer,
       known_block = last_block
         AND blocks.ranges @> int8range(last.block_number, least(last_block + 1, source.block_number), '[]') AS "isLast"
FROM source
CROSS JOIN LATERAL (
  SELECT hour, answer, block_number FROM price_answer
  WHERE aggregator = source.aggregator AND hour BETWEEN earliest_hour AND source.hour AND block_number <= known_block
  ORDER BY hour DESC, block_number DESC, log_index DESC LIMIT 1
) last
JOIN coverage blocks ON blocks.family = 'blocks'`;

interface AnswerRow extends Pick<FeedAnswer, 'hour' | 'isLast'> {
  readonly place: number;
  readonly answer: string;
}

/** The last answers, in the order of the questions; undefined where there is none. */
export async function lastAnswers(
  database: Pick<Pool, 'query'>,
  questions: readonly FeedQuestion[],
): Promise<(FeedAnswer | undefined)[]> {
  if (questions.length === 0) return [];
  const { rows } = await database.query<AnswerRow>({
    name: 'last answers of feeds',
    text: LAST_ANSWERS,
    values: [
      questions.map(({ feed }) => feed.address),
      questions.map(({ feed }) => feed.isProxy),
      questions.map(({ span }) => span.earliestHour),
      questions.map(({ span }) => span.hour),
      questions.map(({ span }) => span.lastSecond),
      questions.map(({ span }) => span.block),
    ],
    types: JSON_READY,
  });
  const answers = new Map(rows.map((row) => [row.place, row]));
  return questions.map(({ feed }, i) => {
    const row = answers.get(i + 1);
    if (!row) return undefined;
    const price = times(decimalRatio(row.answer), powerOfTen(1n, -feed.decimals));
    return { hour: row.hour, price, isLast: row.isLast };
  });
}
