import type { Hash } from '../../domain/chain/hex.js';
import {
  type CodeChangeKind,
  type Lifetime as LifetimeBetween,
  lifetimesOf as lifetimesBetween,
} from '../../domain/chain/record/code-lifetime.js';
import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { FactRow } from './fact-row.js';

/** A lifetime includes the transactions that begin and end it: their logs are the contract's own. */
export type Lifetime = LifetimeBetween<TxPosition>;

/**
 * The lifetimes of contracts at an address, oldest first, from the rows of its code.
 *
 * @param rows rows of code, in order
 * @param initial whether a contract existed at the start of the range; undefined while unknown
 */
export function lifetimesOf(rows: readonly FactRow[], initial: boolean | undefined): Lifetime[] {
  const changes = rows.flatMap(({ blockNumber, txIndex, value, isInitial }) => {
    const kind = isInitial ? undefined : kindOf(value);
    return kind ? [{ blockNumber, txIndex, kind }] : [];
  });
  return lifetimesBetween(changes, { isInitial: initial, hasGaps: false });
}

/** Undefined where a delegation is set or cleared. */
function kindOf(value: FactRow['value']): CodeChangeKind | undefined {
  if (isContract(value)) return 'set';
  if (!isDestroyed(value)) return undefined;
  return hasHash(value) ? 'transient' : 'cleared';
}

/** The lifetime that contains a position; the later one where a transaction ends one and begins another. */
export function lifetimeAt(lifetimes: readonly Lifetime[], position: TxPosition): Lifetime | undefined {
  for (let at = lifetimes.length - 1; at >= 0; at--) {
    const { begin, end } = lifetimes[at]!;
    if (begin && isBefore(position, begin)) continue;
    return end && isBefore(end, position) ? undefined : lifetimes[at];
  }
  return undefined;
}

export function isContract(value: FactRow['value']): value is { readonly hash: Hash } {
  return typeof value === 'object' && value !== null && 'hash' in value && !('destroyed' in value);
}

export function isDestroyed(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'destroyed' in value;
}

/** Whether the row has the hash of a contract: one that was set, or one that a single transaction created and destroyed. */
export function hasHash(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'hash' in value;
}
