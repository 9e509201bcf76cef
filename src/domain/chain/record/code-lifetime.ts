/** What one transaction did to the code of an account; `transient`: created a contract and destroyed it. */
export type CodeChangeKind = 'set' | 'cleared' | 'transient';

/** One contract at an address, from the change that gave it code to the one that took it. Its storage goes with its code. */
export interface Lifetime<Change> {
  /** Absent when the contract existed before the known blocks. */
  readonly begin?: Change;
  /** Absent while the contract exists. */
  readonly end?: Change;
}

/**
 * The contracts at an address, oldest first.
 *
 * @param changes known changes of its code, oldest first; none of a delegation
 * @param isInitial whether a contract existed before the first change; undefined while unknown
 */
export function lifetimesOf<Change extends { readonly kind: CodeChangeKind }>(
  changes: readonly Change[],
  isInitial: boolean | undefined,
): Lifetime<Change>[] {
  const found: Lifetime<Change>[] = isInitial === false ? [] : [{}];
  for (const change of changes) {
    const last = found.at(-1);
    const isAlive = last !== undefined && last.end === undefined;
    if (change.kind === 'cleared') {
      if (isAlive) found[found.length - 1] = { ...last, end: change };
      continue;
    }
    // A contract is created only where there is no code: the one that might have existed before did not.
    if (isAlive && last.begin === undefined) found.pop();
    found.push({ begin: change, ...(change.kind === 'transient' && { end: change }) });
  }
  return found;
}
