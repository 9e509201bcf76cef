import type { PoolClient } from 'pg';
import { MAX_AMOUNT_BYTES } from './holder-slots.js';
import { confirmedLayouts, type LayoutCheck } from './layout-evidence.js';

const CHECKS = `
SELECT balance_check.token, balance_check.block_number AS "blockNumber", encode(holder, 'hex') AS holder, layout, is_written AS "isWritten",
       word.value <> '' AS "isPositive", coalesce(word.value = balance_read.value, false) AS agrees
FROM balance_check
JOIN balance_read USING (token, block_number, holder)
CROSS JOIN LATERAL slot_values_in(balance_check.block_number, balance_check.token, ltrim(balance_check.slot, '\\x00')) word
WHERE balance_check.token = ANY($1) AND length(word.value) <= $2`;

const CODE_CHANGES = `
SELECT token, block_number AS "blockNumber" FROM unnest($1::bytea[]) AS compared (token)
JOIN contract_code_change ON hashbytea(address) = hashbytea(token) AND address = token`;

const ADD = `
INSERT INTO balance_layout (token, layout, from_block, to_block)
SELECT * FROM unnest($1::bytea[], $2::int2[], $3::int8[], $4::int8[])`;

/** Recomputes the balance layouts of tokens from all comparisons. */
export async function resolveLayouts(tx: PoolClient, tokens: readonly Buffer[]): Promise<void> {
  if (tokens.length === 0) return;
  const { rows } = await tx.query<LayoutCheck & { readonly token: Buffer }>(CHECKS, [
    tokens,
    MAX_AMOUNT_BYTES,
  ]);
  const checks = new Map<string, LayoutCheck[]>();
  for (const row of rows) {
    const key = row.token.toString('latin1');
    checks.set(key, [...(checks.get(key) ?? []), row]);
  }
  // Many contracts change their code, but few of them have comparisons.
  const compared = [...checks.keys()].map((key) => Buffer.from(key, 'latin1'));
  const codeChanges = await codeChangesOf(tx, compared);
  const layouts = [...checks].flatMap(([key, ofToken]) =>
    confirmedLayouts(ofToken, codeChanges.get(key)).map((layout) => ({
      token: Buffer.from(key, 'latin1'),
      ...layout,
    })),
  );
  await tx.query({
    name: 'remove balance layouts',
    text: 'DELETE FROM balance_layout WHERE token = ANY($1)',
    values: [tokens],
  });
  if (layouts.length === 0) return;
  await tx.query({
    name: 'add balance layouts',
    text: ADD,
    values: [
      layouts.map(({ token }) => token),
      layouts.map(({ layout }) => layout),
      layouts.map(({ fromBlock }) => fromBlock),
      layouts.map(({ toBlock }) => toBlock ?? null),
    ],
  });
}

/** Blocks with a code change, by token as latin-1 text. */
async function codeChangesOf(tx: PoolClient, tokens: readonly Buffer[]): Promise<Map<string, Set<number>>> {
  if (tokens.length === 0) return new Map();
  const { rows } = await tx.query<{ token: Buffer; blockNumber: number }>(CODE_CHANGES, [tokens]);
  const codeChanges = new Map<string, Set<number>>();
  for (const { token, blockNumber } of rows) {
    const key = token.toString('latin1');
    codeChanges.set(key, (codeChanges.get(key) ?? new Set<number>()).add(blockNumber));
  }
  return codeChanges;
}
