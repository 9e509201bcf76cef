import type { CatalogSource } from '../../../definition/model/definition.js';
import { STATE_KINDS } from '../../model/change-bound.js';
import type { FactRow } from '../../model/fact-row.js';
import { sameValue } from '../../model/steps.js';

/**
 * Drops the values of logs and slots that a block passes through: a contract may change its own thousands of
 * times, for some 1,000 gas each. The last value is kept, and the one before it, which shows that the last is
 * new.
 *
 * @param rows of one block, in order, only of lifetimes that last beyond it
 */
export function withoutPassingStates(
  rows: readonly FactRow[],
  sources: readonly CatalogSource[],
): readonly FactRow[] {
  const states = new Map<string, [last: number, before: number | undefined]>();
  const passed = new Set<number>();
  for (const [at, row] of rows.entries()) {
    const { subject, source, key, value, isInitial } = row;
    if (isInitial || !STATE_KINDS.has(sources[source]!.source.kind)) continue;
    const name = `${source} ${subject} ${key}`;
    const [last, before] = states.get(name) ?? [];
    if (last !== undefined && sameValue(rows[last]!.value, value)) passed.add(at);
    else states.set(name, [at, last]);
    if (before !== undefined && !passed.has(at)) passed.add(before);
  }
  return passed.size === 0 ? rows : rows.filter((_, at) => !passed.has(at));
}
