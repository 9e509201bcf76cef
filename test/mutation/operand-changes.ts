import type { FactSource } from '../../src/definition/model/fact-source.js';
import {
  type AnyOperands,
  comparedOf,
  type Expression,
  type Predicate,
  type SourceId,
} from '../../src/definition/model/predicate.js';
import { type Named, otherExpressions, textOf } from './expression-changes.js';
import type { CheckChange } from './mutant.js';
import { flipped, sourceChanges } from './source-changes.js';

/** What changes of operands choose from. */
export interface Surroundings {
  /** The checks before this one. */
  readonly before: Named;
  sourceOf(id: SourceId): FactSource;
  /** The number of a source; a source that no definition reads gets a new one. */
  numberOf(source: FactSource): SourceId;
}

/** Changes of every operand of a check, one at a time. */
export function operandChanges(check: Predicate, around: Surroundings): readonly CheckChange[] {
  return [
    ...factSourceChanges(check, around),
    ...nameChanges(check),
    ...expressionChanges(check, around.before),
    ...expectedChanges(check),
    ...flagChanges(check),
  ];
}

function factSourceChanges(check: Predicate, { sourceOf, numberOf, before }: Surroundings): CheckChange[] {
  const { source, read }: AnyOperands = check;
  const changes: CheckChange[] = [];
  // These operators determine their source.
  const chosen = !/^(selectors|instructions|code_hash|build)_/.test(check.operator);
  if (source !== undefined && chosen)
    for (const { what, source: other } of sourceChanges(sourceOf(source)))
      changes.push({ what, check: changed(check, { source: numberOf(other) }) });
  if (read) {
    const { returns, after } = read;
    const other = returns === 'text' ? 'address' : 'text';
    changes.push({
      what: 'another call',
      check: changed(check, { read: { ...read, call: `x${read.call}` } }),
    });
    changes.push({ what: `returns ${other}`, check: changed(check, { read: { ...read, returns: other } }) });
    for (const id of before.ids.filter((one) => one !== after))
      changes.push({ what: `after ${id}`, check: changed(check, { read: { ...read, after: id } }) });
  }
  return changes;
}

function flagChanges({ candidates, further, ...check }: Predicate & AnyOperands): CheckChange[] {
  return [
    ...(candidates ? [{ what: 'candidates is removed', check: changed(check as Predicate, {}) }] : []),
    ...(further ? [{ what: 'further is removed', check: changed(check as Predicate, {}) }] : []),
  ];
}

/** The operands fit the operator, so the result is a predicate. */
function changed(check: Predicate, operands: AnyOperands): Predicate {
  return { ...check, ...operands } as Predicate;
}

function nameChanges(check: Predicate): CheckChange[] {
  const changes: CheckChange[] = [];
  if ('dep' in check) changes.push({ what: 'another dep', check: { ...check, dep: 'another:one' } });
  if ('binding' in check)
    changes.push({ what: 'another binding', check: { ...check, binding: 'another-binding' } });
  return changes;
}

function expressionChanges(check: Predicate, before: Named): CheckChange[] {
  const changes: CheckChange[] = [];
  const replace = (place: string, expression: Expression, put: (other: Expression) => Predicate) => {
    for (const other of otherExpressions(expression, before))
      changes.push({ what: `${place} becomes ${textOf(other)}`, check: put(other) });
  };
  const { at, atKey, with: other }: AnyOperands = check;
  const of = comparedOf(check);
  for (const [index, one] of of.entries())
    replace('of', one, (two) =>
      changed(check, { of: check.operator === 'imitates' ? of.with(index, two) : two }),
    );
  if (of.length > 1)
    for (const index of of.keys())
      changes.push({ what: `of ${index} is removed`, check: changed(check, { of: of.toSpliced(index, 1) }) });
  if (other) replace('with', other, (one) => changed(check, { with: one }));
  if (at) replace('at', at, (one) => changed(check, { at: one }));
  if (atKey) replace('atKey', atKey, (one) => changed(check, { atKey: one }));
  return changes;
}

function expectedChanges(check: Predicate): CheckChange[] {
  const { expected }: AnyOperands = check;
  if (expected === undefined) return [];
  const change = (what: string, other: AnyOperands['expected']): CheckChange => ({
    what: `expected ${what}`,
    check: changed(check, { expected: other! }),
  });
  if (typeof expected === 'number') return [change('+ 1', expected + 1), change('- 1', expected - 1)];
  if (typeof expected === 'string') return textChanges(expected).map(([what, other]) => change(what, other));
  return expected.flatMap((selector, index) => [
    change(`${index} flipped`, expected.with(index, flipped(selector))),
    ...(expected.length > 1 ? [change(`${index} is removed`, expected.toSpliced(index, 1))] : []),
  ]);
}

function textChanges(expected: string): readonly (readonly [string, string])[] {
  if (/^\d+$/.test(expected)) {
    const number = BigInt(expected);
    return [
      ['+ 1', String(number + 1n)],
      ['- 1', String(number - 1n)],
    ];
  }
  return [['changed', expected.startsWith('0x') ? flipped(expected) : `${expected}x`]];
}
