import type { PoolClient } from 'pg';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';

/** A block in which a token's balances may be examined. */
export interface StoredSample {
  readonly token: Buffer;
  readonly blockNumber: number;
  readonly holders: readonly Buffer[];
}

/** Blocks in one sampling window. */
export const WINDOW_BLOCKS = 4_096;
export const windowOf = (block: number): number => Math.floor(block / WINDOW_BLOCKS);
/** Blocks of each window whose possible holders are stored. */
export const SAMPLES_PER_WINDOW = 6;

const COPY = 'COPY balance_sample (token, sample_window, block_number, holders, examined) FROM STDIN BINARY';

/** First size of the buffer to copy from; it grows for larger flushes. */
const FIRST_BYTES = 1 << 14;

const STORED = `
SELECT token FROM unnest($1::bytea[]) AS one (token)
WHERE EXISTS (SELECT FROM balance_sample WHERE balance_sample.token = one.token OFFSET 0)`;

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

/** The first block of every window whose number among the token's windows is a multiple of this is chosen. */
const EVERY = 16;

/**
 * Numbers the windows in which a token was transferred, and chooses all samples of the windows 1, 2, 4, 8, …:
 * many while the token is young. Of every sixteenth window it chooses the first block.
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

/** What added samples changed. */
export interface ChosenSamples {
  /** Samples that must be examined from now on. */
  readonly chosen: readonly StoredSample[];
  /** Tokens with comparisons that no longer count. */
  readonly invalidated: readonly Buffer[];
}

/** Adds samples of new blocks, and chooses again among the samples of their tokens. */
export async function addSamples(tx: PoolClient, samples: readonly StoredSample[]): Promise<ChosenSamples> {
  const byToken = new Map<string, StoredSample[]>();
  for (const sample of samples) {
    const key = sample.token.toString('latin1');
    const ofToken = byToken.get(key);
    if (ofToken) ofToken.push(sample);
    else byToken.set(key, [sample]);
  }
  const tokens = [...byToken.values()].map(([first]) => first!.token);
  const { rows } = await tx.query<{ token: Buffer }>(STORED, [tokens]);
  const stored = rows.map(({ token }) => token);
  const copy = new BinaryCopy(5, FIRST_BYTES);
  for (const token of stored) {
    const key = token.toString('latin1');
    for (const sample of byToken.get(key)!) addRow(copy, sample, false);
    byToken.delete(key);
  }
  // Most tokens are new: their samples are written once.
  const chosen: StoredSample[] = [];
  for (const ofToken of byToken.values())
    for (const { sample, isChosen } of placed(ofToken)) {
      addRow(copy, sample, isChosen);
      if (isChosen) chosen.push(sample);
    }
  if (copy.rows > 0) await copyInto(tx, COPY, copy.finish());
  if (stored.length === 0) return { chosen, invalidated: [] };
  const again = await chooseAgain(tx, stored);
  return { chosen: [...chosen, ...again.chosen], invalidated: again.invalidated };
}

/** The same choice as `TRIM` and `CHOOSE`, from all samples of a token. */
function placed(samples: readonly StoredSample[]): { sample: StoredSample; isChosen: boolean }[] {
  const windows = new Map<number, StoredSample[]>();
  for (const sample of [...samples].sort((one, other) => one.blockNumber - other.blockNumber)) {
    const window = windowOf(sample.blockNumber);
    windows.set(window, [...(windows.get(window) ?? []), sample]);
  }
  return [...windows.values()].flatMap((ofWindow, at) => {
    const place = at + 1;
    const isWhole = (place & at) === 0;
    return ofWindow
      .slice(0, SAMPLES_PER_WINDOW)
      .map((sample, inWindow) => ({ sample, isChosen: isWhole || (place % EVERY === 0 && inWindow === 0) }));
  });
}

function addRow(copy: BinaryCopy, { token, blockNumber, holders }: StoredSample, isChosen: boolean): void {
  copy.row().bytea(token).int4(windowOf(blockNumber)).int4(blockNumber);
  copy.bytea(Buffer.concat(holders)).bool(isChosen);
}

/** Trims and chooses again among the samples of tokens, after some were added. */
async function chooseAgain(tx: PoolClient, tokens: readonly Buffer[]): Promise<ChosenSamples> {
  const trimmed = await tx.query<{ token: Buffer }>(TRIM, [tokens, SAMPLES_PER_WINDOW]);
  const changed = await tx.query<SampleRow & { readonly examined: boolean }>(CHOOSE, [tokens, EVERY]);
  const unchosen = changed.rows.filter(({ examined }) => !examined);
  return {
    chosen: changed.rows.filter(({ examined }) => examined).map(storedSample),
    invalidated: [...trimmed.rows, ...unchosen].map(({ token }) => token),
  };
}

/** A row of `balance_sample`. */
export interface SampleRow extends Omit<StoredSample, 'holders'> {
  /** Addresses of 20 bytes each, joined. */
  readonly holders: Buffer;
}

export function storedSample({ token, blockNumber, holders }: SampleRow): StoredSample {
  const count = holders.length / ADDRESS_BYTES;
  return {
    ...{ token, blockNumber },
    holders: Array.from({ length: count }, (_, at) =>
      holders.subarray(at * ADDRESS_BYTES, (at + 1) * ADDRESS_BYTES),
    ),
  };
}

const ADDRESS_BYTES = 20;
