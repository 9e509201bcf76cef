import type { PoolClient } from 'pg';

/** A block in which a token is looked at. */
export interface StoredSample {
  readonly token: Buffer;
  readonly blockNumber: number;
  readonly holders: readonly Buffer[];
}

/** Blocks in one sampling window. */
export const WINDOW_BLOCKS = 4_096;
/** Number of blocks of each window whose possible holders are kept. */
export const SAMPLES_PER_WINDOW = 6;

/** Keeps the lowest blocks of each window, so the order of arrival does not matter. Comparisons of removed samples are removed too. */
const TRIM = `
WITH ranked AS (
  SELECT token, sample_window, block_number, row_number() OVER (PARTITION BY token, sample_window ORDER BY block_number) AS place
  FROM balance_sample WHERE token = ANY($1)
), gone AS (
  DELETE FROM balance_sample USING ranked
  WHERE ranked.place > $2 AND balance_sample.token = ranked.token AND balance_sample.sample_window = ranked.sample_window
    AND balance_sample.block_number = ranked.block_number
  RETURNING balance_sample.token, balance_sample.block_number
)
DELETE FROM balance_check USING gone
WHERE balance_check.token = gone.token AND balance_check.block_number = gone.block_number
RETURNING balance_check.token`;

/** At least one of this number of windows is chosen, with its first block. */
const EVERY = 16;

/**
 * Chooses the windows at the first, second, fourth, eighth … place of those in which a token was transferred, often while it is young, and
 * the first block of every sixteenth.
 */
const CHOOSE = `
WITH placed AS (
  SELECT token, sample_window, block_number, examined, dense_rank() OVER (PARTITION BY token ORDER BY sample_window) AS place,
    row_number() OVER (PARTITION BY token, sample_window ORDER BY block_number) AS in_window
  FROM balance_sample WHERE token = ANY($1)
), changed AS (
  UPDATE balance_sample SET examined = NOT balance_sample.examined FROM placed
  WHERE placed.examined <> ((place & (place - 1)) = 0 OR place % $2 = 0 AND in_window = 1)
    AND balance_sample.token = placed.token AND balance_sample.sample_window = placed.sample_window
    AND balance_sample.block_number = placed.block_number
  RETURNING balance_sample.token, balance_sample.block_number, holders, balance_sample.examined
), undone AS (
  DELETE FROM balance_check USING changed
  WHERE NOT changed.examined AND balance_check.token = changed.token AND balance_check.block_number = changed.block_number
)
SELECT token, block_number AS "blockNumber", holders, examined FROM changed ORDER BY block_number, token`;

/** The effect of added samples. */
export interface ChosenSamples {
  /** Those that are to be looked at from now on. */
  readonly chosen: readonly StoredSample[];
  /** Tokens with comparisons that no longer count. */
  readonly invalidated: readonly Buffer[];
}

/** Trims and chooses the samples of tokens after some were added. */
export async function chooseSamples(tx: PoolClient, tokens: readonly Buffer[]): Promise<ChosenSamples> {
  const trimmed = await tx.query<{ token: Buffer }>(TRIM, [tokens, SAMPLES_PER_WINDOW]);
  const changed = await tx.query<StoredSample & { examined: boolean }>(CHOOSE, [tokens, EVERY]);
  const unchosen = changed.rows.filter(({ examined }) => !examined);
  return {
    chosen: changed.rows.filter(({ examined }) => examined),
    invalidated: [...trimmed.rows, ...unchosen].map(({ token }) => token),
  };
}
