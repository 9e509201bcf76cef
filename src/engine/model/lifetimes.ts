import type { FactRow } from './fact-row.js';

/** Position of a transaction. Everything within one transaction has the same position. */
export interface TxPosition {
  readonly block: number;
  readonly txIndex: number;
}

/** A contract from the transaction that gave it code to the one that took it; logs of both transactions are its own. */
export interface Lifetime {
  /** Absent when it began before the range. */
  readonly begin?: TxPosition;
  /** Absent while the contract exists. */
  readonly end?: TxPosition;
}

/**
 * The lifetimes of contracts at an address, oldest first, from the rows of its code.
 *
 * @param rows rows of code, in order
 * @param initial whether a contract existed at the start of the range; undefined while unknown
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

/** The lifetime that contains a position; the later one where a transaction ends one and begins another. */
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

/** Whether the row has the hash of a contract: one that was set, or one that a single transaction created and destroyed. */
export function hasHash(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'hash' in value;
}
