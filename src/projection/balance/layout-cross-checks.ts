import type { PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import type { StateReadRequest } from '../../event-store/state-read-request.js';
import { BALANCE_LAYOUTS, slotOfHolder } from './balance-layout.js';
import { balanceOf } from './balance-of.js';
import { type SampleRow, type StoredSample, storedSample, WINDOW_BLOCKS } from './sample-store.js';

const FOUND = 'SELECT DISTINCT token, layout FROM balance_check WHERE token = ANY($1) AND is_written';

/** Samples before a code change of the token whose holders are compared right after it. */
const BEFORE_CODE_CHANGE = 2;

/** Holders to compare: those of the chosen samples, and of the last samples before a code change. */
const COMPARED = `
SELECT token, block_number AS "blockNumber", holders FROM balance_sample WHERE examined AND token = ANY($1)
UNION ALL
SELECT address, change.block_number, before.holders
FROM unnest($1::bytea[]) AS compared (token)
JOIN contract_code_change change ON hashbytea(address) = hashbytea(compared.token) AND address = compared.token
CROSS JOIN LATERAL (
  SELECT holders FROM balance_sample
  WHERE token = change.address AND sample_window <= change.block_number / $2 AND block_number < change.block_number
  ORDER BY sample_window DESC, block_number DESC LIMIT $3
) before`;

/** Replaces the comparisons that are not of a written slot by the given ones, and returns the new ones. */
const REPLACE = `
WITH wanted AS (
  SELECT * FROM unnest($2::bytea[], $3::int8[], $4::bytea[], $5::int2[], $6::bytea[]) AS one (token, block_number, holder, layout, slot)
), gone AS (
  DELETE FROM balance_check WHERE token = ANY($1) AND NOT is_written
    AND (token, block_number, holder, layout) NOT IN (SELECT token, block_number, holder, layout FROM wanted)
)
INSERT INTO balance_check (token, block_number, holder, layout, slot, is_written)
SELECT token, block_number, holder, layout, slot, false FROM wanted
ON CONFLICT DO NOTHING
RETURNING token, block_number AS "blockNumber", holder, slot`;

interface CrossCheck {
  readonly token: Buffer;
  readonly blockNumber: number;
  readonly holder: Buffer;
  readonly layout: number;
  readonly slot: Buffer;
}

/**
 * Compares every found layout for all holders of all chosen samples, whether these wrote their slots or not: a mapping that resembles
 * balances by chance is written less often. Right after a code change the last holders are compared.
 * @returns the state reads that the comparison needs
 */
export async function crossCheckLayouts(
  tx: PoolClient,
  tokens: readonly Buffer[],
): Promise<StateReadRequest[]> {
  if (tokens.length === 0) return [];
  const found = await tx.query<{ token: Buffer; layout: number }>(FOUND, [tokens]);
  const layouts = new Map<string, number[]>();
  for (const { token, layout } of found.rows) {
    const key = token.toString('latin1');
    layouts.set(key, [...(layouts.get(key) ?? []), layout]);
  }
  // Most tokens have no found layout, so nothing to compare.
  const compared = await tx.query<SampleRow>(COMPARED, [
    found.rows.map(({ token }) => token),
    WINDOW_BLOCKS,
    BEFORE_CODE_CHANGE,
  ]);
  const crossChecks = compared.rows
    .map(storedSample)
    .flatMap((sample) =>
      layouts.get(sample.token.toString('latin1'))!.flatMap((layout) => crossChecksOf(sample, layout)),
    );
  const { rows } = await tx.query<Omit<CrossCheck, 'layout'>>(REPLACE, [
    tokens,
    crossChecks.map(({ token }) => token),
    crossChecks.map(({ blockNumber }) => blockNumber),
    crossChecks.map(({ holder }) => holder),
    crossChecks.map(({ layout }) => layout),
    crossChecks.map(({ slot }) => slot),
  ]);
  return rows.flatMap(({ token, blockNumber, holder, slot }) => {
    const about = { subject: token, blockNumber };
    return [
      { ...about, what: balanceOf(holder) },
      { ...about, what: formatStateRead({ kind: 'slot', slot: toHex(slot) }) },
    ];
  });
}

function crossChecksOf({ token, blockNumber, holders }: StoredSample, layout: number): CrossCheck[] {
  const declared = BALANCE_LAYOUTS.find(({ number }) => number === layout)!;
  return holders.map((holder) => ({
    ...{ token, blockNumber, holder, layout, slot: slotOfHolder(declared, holder) },
  }));
}
