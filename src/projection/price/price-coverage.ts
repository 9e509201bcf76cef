import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { rangesOf } from '../../domain/interval/consecutive.js';
import { multirangeOf } from '../../domain/interval/multirange.js';

const COVER = `
INSERT INTO price_coverage (ranges) VALUES ($1::int8multirange)
ON CONFLICT (only_row) DO UPDATE SET ranges = price_coverage.ranges + excluded.ranges`;

const RANGE_STARTS = `
SELECT number FROM unnest($1::int8[]) AS number
WHERE NOT EXISTS (SELECT FROM price_coverage WHERE ranges @> number - 1) ORDER BY number`;

/**
 * Records blocks in which changes of feeds can be seen. Returns those after an uncovered block: there only a
 * node knows a feed's phase.
 */
export async function coverAndFindRangeStarts(
  tx: PoolClient,
  blocks: readonly VerifiedBlock[],
): Promise<number[]> {
  const seen = blocks.filter(({ stateChanges }) => stateChanges !== undefined);
  if (seen.length === 0) return [];
  const ranges = rangesOf(seen);
  await tx.query(COVER, [multirangeOf(ranges)]);
  const { rows } = await tx.query<{ number: number }>(RANGE_STARTS, [
    ranges.map(({ fromBlock }) => fromBlock),
  ]);
  return rows.map(({ number }) => number);
}

export async function uncover(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query("UPDATE price_coverage SET ranges = ranges - int8multirange(int8range($1, $2, '[]'))", [
    from,
    to,
  ]);
  await tx.query('DELETE FROM price_coverage WHERE isempty(ranges)');
}
