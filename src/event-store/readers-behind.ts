import type { Pool } from 'pg';

/** A reader of the log that keeps rows of its own. */
export interface LogReader {
  readonly name: string;
  /** Events that it may be behind during a fill, unless it is being rebuilt; 0 where each flush moves it. */
  readonly allowed: number;
}

const BEHIND = `
SELECT name FROM unnest($1::text[], $2::int4[]) asked (name, allowed) LEFT JOIN checkpoint ON reader = name
WHERE coalesce(position, 0) < greatest(whole_from, (SELECT max(position) FROM chain_event) - allowed) ORDER BY name`;

/**
 * Names of the readers that are further behind the log than allowed, such as rebuilt ones: rows are missing.
 */
export async function readersBehind(pool: Pool, readers: readonly LogReader[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'readers behind',
    text: BEHIND,
    values: [readers.map(({ name }) => name), readers.map(({ allowed }) => allowed)],
  });
  return rows.map(({ name }) => name);
}
