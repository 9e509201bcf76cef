import type { FactRow } from './fact-row.js';

/** A moment within the chain: everything of one transaction is one moment. */
export interface TxPosition {
  readonly block: number;
  readonly txIndex: number;
}

/** A contract from the transaction that gave it code to the one that took it; logs of both transactions are its own. */
export interface Lifetime {
  /** Absent when it began before the range. */
  readonly begin?: TxPosition;
  /** Absent while it lives. */
  readonly end?: TxPosition;
}

/**
 * The lifetimes that the rows of an address's code tell, oldest first.
 *
 * @param rows rows of code, in order
 * @param opening whether a contract stood there when the range opened; undefined while that is not known
 */
export function lifetimesOf(rows: readonly FactRow[], initial: boolean | undefined): Lifetime[] {
  const found: { begin?: TxPosition; end?: TxPosition }[] = [];
  if (initial !== false) found.push({});
  let isAlive = initial !== false;
  for (const { block, txIndex, value, isInitial: givesInitialState } of rows) {
    if (givesInitialState) continue;
    const at = { block, txIndex };
    if (isContract(value)) {
      // Nothing can have been there before code is set; what was not known turns out to have been nothing.
      if (isAlive) found.pop();
      found.push({ begin: at });
      isAlive = true;
    } else if (isDestroyed(value)) {
      if (hasHash(value)) {
        if (isAlive) found.pop();
        found.push({ begin: at, end: at });
      } else if (isAlive) found[found.length - 1]!.end = at;
      isAlive = false;
    }
  }
  return found;
}

/** The lifetime a moment belongs to; the later one where a transaction ends one and another begins. */
export function lifetimeAt(
  lifetimes: readonly Lifetime[],
  { block, txIndex }: TxPosition,
): Lifetime | undefined {
  for (let at = lifetimes.length - 1; at >= 0; at--) {
    const { begin, end } = lifetimes[at]!;
    if (begin && (block < begin.block || (block === begin.block && txIndex < begin.txIndex))) continue;
    if (end && (block > end.block || (block === end.block && txIndex > end.txIndex))) return undefined;
    return lifetimes[at];
  }
  return undefined;
}

export function isContract(value: FactRow['value']): value is { readonly hash: string } {
  return typeof value === 'object' && value !== null && 'hash' in value && !('destroyed' in value);
}

export function isDestroyed(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'destroyed' in value;
}

/** Whether the row tells the hash of a contract: of one that was set, or of one that one transaction created and destroyed. */
export function hasHash(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'hash' in value;
}
