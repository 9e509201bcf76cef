import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactInterval } from '../../evaluator/model/state-view.js';
import type { FactRow } from './fact-row.js';
import { type Lifetime, lifetimeAt } from './lifetimes.js';
import { BEFORE_RANGE, latest, type Step, sameValue, withinLifetimes } from './steps.js';
import { isNoView } from './view-value.js';

/** A proof shows another value of a slot at the end of the block than blocks left. */
export function isContradiction({ isInitial, value }: Pick<Step, 'isInitial' | 'value'>): boolean {
  return isInitial === true && isNoView(value);
}

export function withoutContradictions(rows: readonly FactRow[]): readonly FactRow[] {
  return rows.some(isContradiction) ? rows.filter((row) => !isContradiction(row)) : rows;
}

/**
 * The changes of a slot: a value that is contradicted is not known from where it began.
 *
 * @param steps without the contradictions
 * @param contradictions each counts at the end of its block
 */
export function contradictedChanges(
  steps: readonly Step[],
  contradictions: readonly Step[],
  lifetimes: readonly Lifetime[],
  { fromBlock }: BlockRange,
): Step[] {
  const ends = contradictions.map((step) => ({ ...step, txIndex: Number.POSITIVE_INFINITY }));
  const inTime = [...steps, ...ends].sort((a, b) => Number(isBefore(b, a)) - Number(isBefore(a, b)));
  return withinLifetimes(inTime, lifetimes, (own, begin) =>
    latest(withheld(own, begin ?? { blockNumber: fromBlock, txIndex: BEFORE_RANGE })),
  );
}

/** @param begin where the first value began */
function withheld(steps: readonly Step[], { blockNumber, txIndex }: TxPosition): Step[] {
  const kept: Step[] = [];
  for (const step of steps) {
    const contradicted = isContradiction(step) && (kept.pop() ?? { ...step, blockNumber, txIndex });
    kept.push(contradicted ? { ...contradicted, value: step.value } : step);
  }
  return kept;
}

/** What is known of an address within a range. */
interface KnownFacts {
  readonly lifetimes: readonly Lifetime[];
  knownFrom(source: number): number;
  values(source: number, key: string): readonly FactInterval[];
}

/** Whether a proof of the value at the end of its block shows another one than is known. */
export function contradicts({ source, key, blockNumber, value }: FactRow, facts: KnownFacts): boolean {
  const end = { blockNumber, txIndex: Number.POSITIVE_INFINITY };
  // What is no contract's is never known of it.
  if (lifetimeAt(facts.lifetimes, end) === undefined || facts.knownFrom(source) > blockNumber) return false;
  const known = facts
    .values(source, key)
    .find(({ start, end: last }) => start <= blockNumber && (last === undefined || blockNumber <= last));
  return !(known && isNoView(known.value)) && !sameValue(known?.value ?? null, value);
}
