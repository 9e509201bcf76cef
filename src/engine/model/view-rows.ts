import type { BlockRange } from '../../domain/interval/block-range.js';
import type { SourceKey } from './engine-store.js';
import type { FactRow } from './fact-row.js';
import { isUntracked, noView } from './view-value.js';

/**
 * Whether rows of a view call say what it returns at a block, or why that is unknown.
 *
 * @param key call data
 */
export function coversView(rows: readonly FactRow[], key: string, block: number): boolean {
  const last = rows.findLast((row) => row.key === key && row.blockNumber <= block);
  return last !== undefined && !isUntracked(last.value);
}

/** The rows that apply in a range. What held before the range holds from its first block on. */
export function viewRowsWithin(
  rows: readonly FactRow[],
  { fromBlock, toBlock }: BlockRange,
): readonly FactRow[] {
  const before = new Map<string, FactRow>();
  const within: FactRow[] = [];
  for (const row of rows) {
    if (row.blockNumber <= fromBlock) before.set(row.key, { ...row, blockNumber: fromBlock });
    else if (row.blockNumber <= toBlock) within.push(row);
  }
  return [...before.values(), ...within];
}

/** Adds a row that says that the result is unknown where it is needed: the call is not tracked there. */
export function withoutResult(
  { subject, source, key, from = 0 }: SourceKey,
  rows: readonly FactRow[],
): FactRow[] {
  const nothing: FactRow = {
    ...{ subject, source, key, blockNumber: from, value: noView('missing') },
    ...{ txIndex: -1, ordinal: 0, isInitial: false, evidence: [] },
  };
  const at = rows.findIndex(({ blockNumber }) => blockNumber > from);
  return at === -1 ? [...rows, nothing] : [...rows.slice(0, at), nothing, ...rows.slice(at)];
}
