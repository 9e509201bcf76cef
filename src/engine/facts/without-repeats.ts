import type { Catalog } from '../../definition/model/definition.js';
import { codeRowsSource } from '../model/code-sources.js';
import type { FactRow } from '../model/fact-row.js';
import type { FoldedFacts } from '../model/fold.js';
import { lifetimeAt } from '../model/lifetimes.js';
import { sameValue } from '../model/steps.js';

/**
 * The new rows that may change facts. It drops rows that repeat a value or a lifetime that has begun already: they fold to the same result,
 * but a token would have a row for every transfer. Slots are written to be changed: where one repeats its value, a block between is false,
 * and a proof may yet tell so.
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
    // Sources that are read from the log again find lifetimes that are known.
    const name = lifetime === undefined ? place : `${place} ${known.lifetimes.indexOf(lifetime)}`;
    // An empty value is kept too while the initial state is unknown.
    const isNews = !noted.has(place) && known.mayGiveInitialState(source, key);
    if (isInitial) return isNews;
    let current = seen.get(name);
    if (current === undefined) {
      // Takes as long as the history of the key.
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
