import type { Expression, Operator, Predicate } from '../model/definition.js';
import type { FactSource, ReadSource } from '../model/fact-source.js';
import type { ExpressionText } from '../schema/expression.schema.js';
import type { PredicateText } from '../schema/predicate.schema.js';
import { compileSource, type SourceText } from './compile-source.js';
import { parseExpression } from './expressions.js';
import type { SourceTable } from './source-table.js';

/** Operators that read the code of an address implicitly. */
const READS_CODE: ReadonlySet<Operator> = new Set([
  'selectors_all',
  'selectors_none',
  'code_hash_in',
  'fingerprint_in',
]);

const CONTRACT_CODE: FactSource = { kind: 'code', register: 'contract' };
const IMPLEMENTATION: FactSource = { kind: 'storage', slot: 'eip1967_implementation' };
const SETTING: FactSource = { kind: 'setting' };

/** Every key that a check can have, whatever its operator. */
interface AnyPredicateText extends SourceText {
  readonly at?: ExpressionText;
  readonly atKey?: ExpressionText;
  readonly read?: ReadSource;
  readonly dep?: string;
  readonly of?: ExpressionText | readonly ExpressionText[];
  readonly with?: ExpressionText;
  readonly expected?: string | number | readonly string[];
  readonly binding?: string;
  readonly decorated?: true;
}

/** A predicate as written, with its source numbered and its expressions parsed. */
export function compilePredicate(text: PredicateText, sources: SourceTable): Predicate {
  const { id, operator, description } = text;
  const any: AnyPredicateText = text;
  const { at, atKey, read, dep, of, with: other, expected, binding, decorated } = any;
  const source = READS_CODE.has(operator) ? CONTRACT_CODE : compileSource(any);
  // The fact sources at whose changes the call is read again.
  if (read) for (const changed of [CONTRACT_CODE, IMPLEMENTATION]) sources.idOf(changed);
  if (read?.again) sources.idOf(SETTING);
  const compared = of ?? (dep === undefined ? undefined : 'subject');
  return {
    id,
    operator,
    ...(description !== undefined && { description }),
    ...(source !== undefined && { source: sources.idOf(source) }),
    ...(at !== undefined && { at: parseExpression(at) }),
    ...(atKey !== undefined && { atKey: parseExpression(atKey) }),
    ...(read !== undefined && { read }),
    ...(dep !== undefined && { dep }),
    ...(compared !== undefined && { of: expressions(compared) }),
    ...(other !== undefined && { with: parseExpression(other) }),
    ...(expected !== undefined && { expected }),
    ...(binding !== undefined && { binding }),
    ...(decorated !== undefined && { decorated }),
  };
}

function expressions(of: ExpressionText | readonly ExpressionText[]): readonly Expression[] {
  return isList(of) ? of.map(parseExpression) : [parseExpression(of)];
}

function isList(of: ExpressionText | readonly ExpressionText[]): of is readonly ExpressionText[] {
  return Array.isArray(of);
}
