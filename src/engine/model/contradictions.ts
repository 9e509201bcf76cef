import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactInterval, FactValue } from '../../evaluator/model/state-view.js';
import type { Excess } from './change-bound.js';
import type { FactRow } from './fact-row.js';
import { type Lifetime, lifetimeAt } from './lifetimes.js';
import { BEFORE_RANGE, latest, type Step, sameValue, withinLifetimes } from './steps.js';
import { isNoView } from './view-value.js';

/**
 * Whether the row says that a proof shows another code, or another value of a slot, than stored blocks left
 * at the end of its block.
 */
export function isContradiction({ isInitial, value }: Pick<Step, 'isInitial' | 'value'>): boolean {
  return isInitial === true && isNoView(value);
}

export function withoutContradictions(rows: readonly FactRow[]): readonly FactRow[] {
  return rows.some(isContradiction) ? rows.filter((row) => !isContradiction(row)) : rows;
}

/**
 * The changes of a slot. A value that a proof contradicts is unknown from where it began.
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

/**
 * The steps of a source that code feeds, unknown from a contradicted code on: up to the next change of code,
 * or for ever.
 *
 * @param changes of code
 */
export function withoutFalseCode(
  steps: readonly Step[],
  changes: readonly FactRow[],
  contradictions: readonly FactRow[],
  { fromBlock }: BlockRange,
  isForEver: boolean,
): readonly Step[] {
  return contradictions.reduce((kept, { blockNumber, value }) => {
    const end = endOf(blockNumber);
    const begin = changes.findLast((row) => isBefore(row, end));
    const next = isForEver ? undefined : changes.find((row) => isBefore(end, row));
    return unknownBetween(kept, value!, begin ?? { blockNumber: fromBlock, txIndex: BEFORE_RANGE }, next);
  }, steps);
}

/** Makes the value unknown between two positions. From the second on, the steps apply again. */
function unknownBetween(
  steps: readonly Step[],
  value: FactValue,
  { blockNumber, txIndex }: TxPosition,
  end: TxPosition | undefined,
): Step[] {
  const begin = { blockNumber, txIndex };
  const known = [
    ...steps.filter((step) => isBefore(step, begin)),
    { ...begin, value, evidence: [] } satisfies Step,
  ];
  if (end === undefined) return latest(known);
  const last = steps.findLast((step) => !isBefore(end, step)) ?? { value: null, evidence: [] };
  const resumed = { ...last, blockNumber: end.blockNumber, txIndex: end.txIndex };
  return latest([...known, resumed, ...steps.filter((step) => isBefore(end, step))]);
}

export const endOf = (blockNumber: number): TxPosition => ({
  ...{ blockNumber, txIndex: Number.POSITIVE_INFINITY },
});

/** What is known of an address within a range. */
interface KnownFacts {
  excessOf(source: number): Pick<Excess, 'block'> | undefined;
  codeLeftAt(block: number): FactRow['value'] | undefined;
  readonly lifetimes: readonly Lifetime[];
  knownFrom(source: number): number;
  values(source: number, key: string): readonly FactInterval[];
}

/** Whether a proof of the value at the end of its block contradicts what is known there. */
export function contradicts(
  { source, key, blockNumber, value }: FactRow,
  facts: KnownFacts,
  isOfCode: boolean,
): boolean {
  const excess = facts.excessOf(source);
  if (excess !== undefined && excess.block <= blockNumber) return false;
  if (isOfCode) {
    const left = facts.codeLeftAt(blockNumber);
    return left !== undefined && !sameValue(left, value);
  }
  const end = endOf(blockNumber);
  // A slot is known only within the lifetime of a contract.
  if (lifetimeAt(facts.lifetimes, end) === undefined || facts.knownFrom(source) > blockNumber) return false;
  const known = facts
    .values(source, key)
    .find(({ start, end: last }) => start <= blockNumber && (last === undefined || blockNumber <= last));
  return !(known && isNoView(known.value)) && !sameValue(known?.value ?? null, value);
}
