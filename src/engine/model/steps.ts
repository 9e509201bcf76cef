import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactInterval, FactValue } from '../../evaluator/model/state-view.js';
import type { Lifetime } from './lifetimes.js';

/** `txIndex` of the state before a range; an allocation has -1. */
export const BEFORE_RANGE = -2;

/** A fact source takes a value, or is cleared, at a position. */
export interface Step extends TxPosition {
  readonly value: FactValue | null;
  /** As a row has it. */
  readonly evidence: readonly string[];
  /** Place within the transaction, as a row has it. */
  readonly ordinal?: number;
  /** Whether it is the value before this block in the range. */
  readonly isInitial?: boolean;
  /** Blocks whose state is the evidence, where they differ from the first block of the interval. */
  readonly seenAt?: readonly number[];
}

/** The latest value wins; one that repeats the current value changes nothing. */
export function latest(steps: readonly Step[]): Step[] {
  const changes: Step[] = [];
  let current: FactValue | null = null;
  for (const step of steps) {
    if (sameValue(step.value, current)) continue;
    changes.push(step);
    current = step.value;
  }
  return changes;
}

/** The first value stays for ever. */
export function first(steps: readonly Step[]): Step[] {
  const begun = steps.find(({ value }) => value !== null);
  return begun ? [begun] : [];
}

/** The initial state is a step before everything else in the range. */
export function withInitialState<S extends Step>(steps: readonly S[], { fromBlock }: BlockRange): S[] {
  const initial = steps[0]?.isInitial ? steps[0] : undefined;
  return initial
    ? [{ ...initial, blockNumber: fromBlock, txIndex: BEFORE_RANGE }, ...happened(steps)]
    : happened(steps);
}

/** Without the initial state. */
export function happened<S extends Step>(steps: readonly S[]): S[] {
  return steps.filter(({ isInitial }) => !isInitial);
}

/** Folds each lifetime apart: it begins and ends without a value. */
export function withinLifetimes(
  steps: readonly Step[],
  lifetimes: readonly Lifetime[],
  keep: (steps: readonly Step[], begin?: TxPosition) => Step[],
): Step[] {
  return lifetimes.flatMap(({ begin, end }) => {
    const own = steps.filter(
      (step) =>
        (begin === undefined || !isBefore(step, begin)) && (end === undefined || !isBefore(end, step)),
    );
    const kept = keep(own, begin);
    return end ? [...kept, { ...end, value: null, evidence: [] }] : kept;
  });
}

/** Whether there is a value at the end of any block. */
export function isEverHeld(changes: readonly Step[]): boolean {
  return changes.some(
    ({ value, blockNumber }, at) => value !== null && changes[at + 1]?.blockNumber !== blockNumber,
  );
}

/** Values at the ends of blocks. */
export function intervalsOf(
  changes: readonly Step[],
  key: string,
  evidenceOf: (step: Step) => readonly string[],
  txOf: (step: Step) => string | undefined,
): FactInterval[] {
  const intervals: FactInterval[] = [];
  changes.forEach((step, at) => {
    const next = changes[at + 1];
    // The last change of a block decides what is held at its end.
    if (step.value === null || next?.blockNumber === step.blockNumber) return;
    const tx = txOf(step);
    intervals.push({
      key,
      value: step.value,
      start: step.blockNumber,
      ...(next === undefined ? {} : { end: next.blockNumber - 1 }),
      evidence: evidenceOf(step),
      ...(tx === undefined ? {} : { tx }),
    });
  });
  return intervals;
}

export function sameValue(a: FactValue | null, b: FactValue | null): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => a[field] === b[field]);
}
