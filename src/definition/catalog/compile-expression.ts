import type { ExpressionText } from '../schema/definition-file.js';
import type { Expression } from './definition.js';

/** Reads an expression; which checks there are is not looked at. */
export function expressionOf(text: ExpressionText): Expression {
  if (typeof text === 'object')
    return 'namehash' in text
      ? { of: 'namehash', text: expressionOf(text.namehash) }
      : { of: 'entry', binding: text.entry };
  if (text === 'subject' || text === 'object') return { of: text };
  const [check, field] = text.split('.') as [string, string | undefined];
  return { of: 'check', check, ...(field === undefined ? {} : { field }) };
}

/** The checks and bindings an expression names. */
export function namedBy(expression: Expression): { readonly checks: string[]; readonly bindings: string[] } {
  switch (expression.of) {
    case 'check':
      return { checks: [expression.check], bindings: [] };
    case 'entry':
      return { checks: [], bindings: [expression.binding] };
    case 'namehash':
      return namedBy(expression.text);
    default:
      return { checks: [], bindings: [] };
  }
}
