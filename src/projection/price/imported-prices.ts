import type { Pool } from 'pg';
import { decimalRatio, type Ratio } from '../../domain/amount/ratio.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type PriceSpan, SECONDS_PER_HOUR } from './price-hour.js';

/** An asset, and the hours to search. */
export interface ImportQuestion {
  readonly asset: string;
  readonly span: PriceSpan;
}

/** The last imported price of an asset. */
export interface LastImported {
  readonly hour: number;
  readonly price: Ratio;
  readonly source: string;
}

const LAST_IMPORTED = `
SELECT place, (last.timestamp / 3600)::int4 AS hour, last.usd, last.source
FROM unnest($1::text[], $2::int8[], $3::int8[]) WITH ORDINALITY AS asked (asset, first_second, last_second, place)
CROSS JOIN LATERAL (
  SELECT timestamp, usd, source FROM price_import
  WHERE asset = asked.asset AND timestamp BETWEEN first_second AND last_second ORDER BY timestamp DESC LIMIT 1
) last`;

/** The last imported price for each query, in order; undefined where there is none. */
export async function lastImported(
  database: Pick<Pool, 'query'>,
  questions: readonly ImportQuestion[],
): Promise<(LastImported | undefined)[]> {
  if (questions.length === 0) return [];
  const { rows } = await database.query<{ place: number; hour: number; usd: string; source: string }>({
    name: 'last imported prices',
    text: LAST_IMPORTED,
    values: [
      questions.map(({ asset }) => asset),
      questions.map(({ span }) => span.earliestHour * SECONDS_PER_HOUR),
      questions.map(({ span }) => span.lastSecond),
    ],
    types: JSON_READY,
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return questions.map((_, i) => {
    const row = found.get(i + 1);
    return row && { hour: row.hour, price: decimalRatio(row.usd), source: row.source };
  });
}
