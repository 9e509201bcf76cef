/** A name of this length may be off by two letters, a shorter one by one. */
const LONG_NAME = 8;

/**
 * Names that are set and mean nothing, each with the known name it resembles, which is not set: `RPC_URL` and
 * `RPC_URLS`. Where the known name is set too, it is no misspelling: other programs have variables of their
 * own.
 */
export function misspeltNames(
  environment: NodeJS.ProcessEnv,
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const isSet = (name: string): boolean => (environment[name]?.trim() ?? '') !== '';
  const unset = known.filter((name) => !isSet(name));
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && isSet(name))
    .flatMap((name) => {
      const meant = unset.find(
        (one) => distance(name.toUpperCase(), one) <= (one.length < LONG_NAME ? 1 : 2),
      );
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** How many letters to add, drop, replace or swap with the next one make one text the other; infinite where more than two are missing. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
