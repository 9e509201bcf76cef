import type { Pool } from 'pg';

/** Texts to look up. All differ, so that no answer is kept from another. */
export interface MeasuredTexts {
  readonly name: string;
  readonly texts: readonly string[];
}

export const TEXTS = Number(process.env.BENCH_TEXTS ?? 300);

/** Texts of every sort, taken from what there is. */
export async function measuredTexts(pool: Pool): Promise<MeasuredTexts[]> {
  const taken = async (expression: string, condition = 'true'): Promise<string[]> => {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT text FROM (
         SELECT DISTINCT ${expression} AS text FROM (SELECT folded FROM name_text TABLESAMPLE SYSTEM (5) WHERE ${condition}) said
       ) taken WHERE length(text) > 1 AND length(text) < 100 AND text = btrim(text) ORDER BY md5(text) LIMIT $1`,
      [TEXTS],
    );
    return rows.map(({ text }) => text);
  };
  return [
    { name: 'exact', texts: await taken('folded') },
    { name: 'prefix of 5', texts: await taken('left(folded, 5)', 'length > 6') },
    { name: 'prefix of 3', texts: await taken('left(folded, 3)') },
    { name: 'middle of 5', texts: await taken('substr(folded, 4, 5)', 'length > 9') },
    { name: 'middle of 3', texts: await taken('substr(folded, 3, 3)', 'length > 6') },
    { name: 'two letters', texts: await taken('substr(folded, 2, 2)', 'length > 3') },
    {
      name: 'no match',
      texts: Array.from({ length: TEXTS }, (_, at) => `${(at * 7919).toString(36)}qzx coin`),
    },
  ];
}
