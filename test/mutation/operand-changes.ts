import type { Expression, Predicate, SourceId } from '../../src/definition/model/definition.js';
import type { FactSource } from '../../src/definition/model/fact-source.js';
import { otherExpressions, textOf } from './expression-changes.js';
import type { CheckChange } from './mutant.js';
import { flipped, sourceChanges } from './source-changes.js';

/** What the changes of operands choose from. */
export interface Surroundings {
  /** Ids of the checks before this one. */
  readonly before: readonly string[];
  sourceOf(id: SourceId): FactSource;
  /** The number of a source; one that no definition reads gets a new one. */
  numberOf(source: FactSource): SourceId;
}

/** Every operand of a check changed, one at a time. */
export function operandChanges(check: Predicate, around: Surroundings): readonly CheckChange[] {
  return [
    ...factSourceChanges(check, around),
    ...nameChanges(check),
    ...expressionChanges(check, around.before),
    ...expectedChanges(check),
  ];
}

function factSourceChanges(check: Predicate, { sourceOf, numberOf, before }: Surroundings): CheckChange[] {
  const { source, read } = check;
  const changes: CheckChange[] = [];
  // The code source that these read follows from the operator.
  const chosen = !/^(selectors|code_hash|fingerprint)_/.test(check.operator);
  if (source !== undefined && chosen)
    for (const { what, source: other } of sourceChanges(sourceOf(source)))
      changes.push({ what, check: { ...check, source: numberOf(other) } });
  if (read) {
    const { returns, after } = read;
    const other = returns === 'text' ? 'address' : 'text';
    changes.push({ what: 'another call', check: { ...check, read: { ...read, call: `x${read.call}` } } });
    changes.push({ what: `returns ${other}`, check: { ...check, read: { ...read, returns: other } } });
    for (const id of before.filter((one) => one !== after))
      changes.push({ what: `after ${id}`, check: { ...check, read: { ...read, after: id } } });
  }
  return changes;
}

function nameChanges(check: Predicate): CheckChange[] {
  const changes: CheckChange[] = [];
  if (check.dep !== undefined) changes.push({ what: 'another dep', check: { ...check, dep: 'another:one' } });
  if (check.binding !== undefined)
    changes.push({ what: 'another binding', check: { ...check, binding: 'another-binding' } });
  return changes;
}

function expressionChanges(check: Predicate, before: readonly string[]): CheckChange[] {
  const changes: CheckChange[] = [];
  const replace = (place: string, expression: Expression, put: (other: Expression) => Predicate) => {
    for (const other of otherExpressions(expression, before))
      changes.push({ what: `${place} becomes ${textOf(other)}`, check: put(other) });
  };
  const { at, atKey, of, with: other } = check;
  if (of === undefined && check.dep !== undefined)
    replace('of', { of: 'subject' }, (one) => ({ ...check, of: [one] }));
  if (of)
    for (const [index, one] of of.entries())
      replace('of', one, (two) => ({ ...check, of: of.with(index, two) }));
  if (of && of.length > 1)
    for (const index of of.keys())
      changes.push({ what: `of ${index} is removed`, check: { ...check, of: of.toSpliced(index, 1) } });
  if (other) replace('with', other, (one) => ({ ...check, with: one }));
  if (at) replace('at', at, (one) => ({ ...check, at: one }));
  if (atKey) replace('atKey', atKey, (one) => ({ ...check, atKey: one }));
  return changes;
}

function expectedChanges(check: Predicate): CheckChange[] {
  const { expected } = check;
  if (expected === undefined) return [];
  const change = (what: string, other: Predicate['expected']): CheckChange => ({
    what: `expected ${what}`,
    check: { ...check, expected: other! },
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
