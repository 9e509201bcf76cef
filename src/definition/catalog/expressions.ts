import type { Expression } from '../model/predicate.js';
import type { ExpressionText } from '../schema/expression.schema.js';

/** Parses an expression of a file. */
export function parseExpression(text: ExpressionText): Expression {
  if (typeof text === 'object') {
    return 'entry' in text
      ? { of: 'entry', binding: text.entry }
      : { of: 'namehash', text: parseExpression(text.namehash) };
  }
  if (text.startsWith('0x')) return { of: 'word', word: text };
  if (text === 'subject' || text === 'object') return { of: text };
  const [predicate, field] = text.split('.');
  return { of: 'check', check: predicate!, ...(field === undefined ? {} : { field }) };
}

/** The innermost part of an expression, to which `namehash` is applied. */
export function innermost(expression: Expression): Exclude<Expression, { of: 'namehash' }> {
  return expression.of === 'namehash' ? innermost(expression.text) : expression;
}
