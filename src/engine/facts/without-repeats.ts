import type { Catalog } from '../../definition/model/definition.js';
import { codeRowsSource } from '../model/code-sources.js';
import type { FactRow } from '../model/fact-row.js';
import type { FoldedFacts } from '../model/fold.js';
import { lifetimeAt } from '../model/lifetimes.js';
import { sameValue } from '../model/steps.js';

/**
 * The new rows that may change facts. It drops rows that repeat the current value, that follow the first
 * value where the first is kept, or that lie outside every lifetime: a token would have a row for every
 * transfer. A row of a slot that repeats its value is kept: a state diff lists changes only, so a block in
 * between is false, and a later proof may show it.
 *
 * @param rows of one address, in order, of blocks after all that is folded in `known`
 */
export function withoutRepeats(
  rows: readonly FactRow[],
  known: FoldedFacts,
  catalog: Catalog,
): readonly FactRow[] {
  const code = codeRowsSource(catalog);
  // A new lifetime begins with nothing.
  if (rows.some(({ source }) => source === code)) return rows;
  const seen = new Map<string, FactRow['value']>();
  const noted = new Set<string>();
  return rows.filter((row) => {
    const { source, key, value, isInitial } = row;
    const { keeps, scopedToLifetime, source: factSource } = catalog.sources[source]!;
    const lifetime = scopedToLifetime ? lifetimeAt(known.lifetimes, row) : undefined;
    if (scopedToLifetime && lifetime === undefined) return false;
    const place = `${source} ${key}`;
    // A source that is read from the log later may meet several known lifetimes.
    const name = lifetime === undefined ? place : `${place} ${known.lifetimes.indexOf(lifetime)}`;
    // An empty value is kept too while the initial state is unknown.
    const isNews = !noted.has(place) && known.mayGiveInitialState(source, key);
    if (isInitial) return isNews;
    let current = seen.get(name);
    if (current === undefined) {
      // Costs time in proportion to the history of the key.
      const last = known.values(source, key).at(-1);
      current = last && last.end === undefined ? last.value : null;
      seen.set(name, current);
    }
    const isSettled = !isNews && factSource.kind !== 'storage';
    if (keeps === 'first' ? current !== null : isSettled && sameValue(current, value)) return false;
    seen.set(name, value);
    noted.add(place);
    return true;
  });
}
