/** What one transaction did to the code of an account; `transient`: created a contract and destroyed it. */
export type CodeChangeKind = 'set' | 'cleared' | 'transient';

/**
 * One contract at an address, from the change that set its code to the one that cleared it. Its storage is
 * cleared with its code.
 */
export interface Lifetime<Change> {
  /** Absent when the contract existed before the known blocks. */
  readonly begin?: Change;
  /** Absent while the contract exists. */
  readonly end?: Change;
}

/** What is known of an address besides its code changes. */
interface Known {
  /** Whether a contract existed before the first change; undefined while unknown. */
  readonly isInitial: boolean | undefined;
  /** Whether changes between the known ones may be missing. */
  readonly hasGaps: boolean;
}

/**
 * The contracts at an address, oldest first. A contract is created only where there is no code. So if one is
 * set over another and there are no gaps, the earlier one cannot have existed; with gaps, its end is missing.
 *
 * @param changes known code changes, oldest first, without delegations
 */
export function lifetimesOf<Change extends { readonly kind: CodeChangeKind }>(
  changes: readonly Change[],
  { isInitial, hasGaps }: Known,
): Lifetime<Change>[] {
  const found: Lifetime<Change>[] = isInitial === false ? [] : [{}];
  for (const change of changes) {
    const last = found.at(-1);
    const isAlive = last !== undefined && last.end === undefined;
    if (change.kind === 'cleared') {
      if (isAlive) found[found.length - 1] = { ...last, end: change };
      continue;
    }
    if (isAlive && !hasGaps) found.pop();
    found.push({ begin: change, ...(change.kind === 'transient' && { end: change }) });
  }
  return found;
}
