import type { Expression, Predicate } from '../../src/definition/model/predicate.js';
import { flipped } from './source-changes.js';

/** The field that could be meant instead of a field; for all others, the value. */
const OTHER_FIELDS: Readonly<Record<string, string>> = { value: 'key', key: 'value' };

/** The checks that an expression may name. */
export interface Named {
  readonly ids: readonly string[];
  /** View calls, whose observed value an expression may use. */
  readonly observed: ReadonlySet<string>;
}

export function namedBy(checks: readonly Predicate[]): Named {
  const calls = checks.filter(({ operator }) => operator === 'returns');
  return { ids: checks.map(({ id }) => id), observed: new Set(calls.map(({ id }) => id)) };
}

/** Other expressions for the same place, which may use the checks before it. */
export function otherExpressions(expression: Expression, before: Named): readonly Expression[] {
  const whole: Expression[] = [{ of: 'subject' }, { of: 'object' }];
  const checks = before.ids.map((check): Expression => ({ of: 'check', check }));
  switch (expression.of) {
    case 'subject':
    case 'object':
      return [...whole, ...checks.slice(-1)].filter((other) => other.of !== expression.of);
    case 'check': {
      const { check, field } = expression;
      const otherField = { ...expression, field: OTHER_FIELDS[field ?? ''] ?? 'value' };
      const another = before.ids.filter((other) => other !== check).slice(-1);
      return [
        ...whole,
        ...(field === undefined ? [] : [{ of: 'check' as const, check }]),
        ...(field === undefined && before.observed.has(check) ? [] : [otherField]),
        ...another.map((other) => ({ ...expression, check: other })),
      ];
    }
    case 'word':
      return [{ ...expression, word: flipped(expression.word) }];
    case 'entry':
      return [...whole, { of: 'entry', binding: 'another-binding' }];
    case 'namehash':
      return [
        expression.text,
        ...otherExpressions(expression.text, before).map((text) => ({ of: 'namehash' as const, text })),
      ];
  }
}

/** The expression as it is written. */
export function textOf(expression: Expression): string {
  switch (expression.of) {
    case 'check':
      return expression.field === undefined ? expression.check : `${expression.check}.${expression.field}`;
    case 'word':
      return expression.word;
    case 'namehash':
      return `namehash(${textOf(expression.text)})`;
    case 'entry':
      return `entry(${expression.binding})`;
    default:
      return expression.of;
  }
}
