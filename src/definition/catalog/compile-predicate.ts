import type { DelegationSource, FactSource, ReadSource, ViewSource } from '../model/fact-source.js';
import type {
  ClaimOperand,
  ComparisonOperand,
  Expression,
  Predicate,
  ViewOperand,
} from '../model/predicate.js';
import type { ExpressionText } from '../schema/expression.schema.js';
import type { PredicateText } from '../schema/predicate.schema.js';
import { compileLogState, compileSource } from './compile-source.js';
import { parseExpression } from './expressions.js';
import type { SourceTable } from './source-table.js';

type ViewText = Extract<PredicateText, { readonly operator: 'returns' }>['view'];

const CONTRACT_CODE: FactSource = { kind: 'code', register: 'contract' };
const IMPLEMENTATION: FactSource = { kind: 'storage', slot: 'eip1967_implementation' };
const SETTING: FactSource = { kind: 'setting' };
const DELEGATION: DelegationSource = { kind: 'delegation' };

/** Compiles a predicate: numbers its source and parses its expressions. */
export function compilePredicate(text: PredicateText, sources: SourceTable): Predicate {
  const { id, description } = text;
  const head = { id, ...(description !== undefined && { description }) };
  switch (text.operator) {
    case 'holds':
      return { ...head, operator: text.operator, ...claimOperand(text.dep, text.of) };
    case 'absent': {
      const { operator, dep, of, view } = text;
      if (view) return { ...head, operator, ...viewOperand(view, sources), ...place(text) };
      const operand =
        dep === undefined ? { source: sources.idOf(compileSource(text)) } : claimOperand(dep, of);
      return { ...head, operator, ...operand, ...place(text) };
    }
    case 'exists': {
      const { operator, read, candidates } = text;
      if (read) return { ...head, operator, ...readOperand(read, sources), ...place(text) };
      const operand = { source: sources.idOf(compileSource(text)), ...(candidates && { candidates }) };
      return { ...head, operator, ...operand, ...place(text) };
    }
    case 'latest': {
      const { operator, expected } = text;
      const source = sources.idOf(compileLogState(text.log_state));
      return { ...head, operator, source, ...place(text), expected };
    }
    case 'eq':
      return { ...head, operator: 'eq', ...comparisonOperand(text) };
    case 'neq':
      return { ...head, operator: 'neq', ...comparisonOperand(text) };
    case 'in':
    case 'not_in':
      return { ...head, operator: text.operator, of: parseExpression(text.of), binding: text.binding };
    case 'gte':
    case 'lte':
    case 'prefix':
      return { ...head, operator: text.operator, of: parseExpression(text.of), expected: text.expected };
    case 'length':
      return { ...head, operator: text.operator, of: parseExpression(text.of), expected: text.expected };
    case 'selectors_all': {
      const { operator, expected, further } = text;
      const source = sources.idOf(CONTRACT_CODE);
      return { ...head, operator, source, ...place(text), expected, ...(further && { further }) };
    }
    case 'selectors_none':
    case 'instructions_all':
    case 'instructions_none': {
      const { operator, expected } = text;
      return { ...head, operator, source: sources.idOf(CONTRACT_CODE), ...place(text), expected };
    }
    case 'slot_address': {
      const source = sources.idOf(compileSource(text));
      return { ...head, operator: text.operator, source, ...place(text) };
    }
    case 'code_hash_in':
    case 'fingerprint_in': {
      const { operator, binding } = text;
      return { ...head, operator, source: sources.idOf(CONTRACT_CODE), ...place(text), binding };
    }
    case 'build_in': {
      const { operator, binding } = text;
      // The facts of a build begin and end with those of the code, which must be a source, too.
      sources.idOf(CONTRACT_CODE);
      return { ...head, operator, source: sources.idOf({ kind: 'build', binding }), ...place(text), binding };
    }
    case 'same_tx': {
      const { operator, of, with: other } = text;
      return { ...head, operator, of: parseExpression(of), with: parseExpression(other) };
    }
    case 'log_within_frame': {
      const source = sources.idOf(compileSource(text));
      return { ...head, operator: text.operator, source, ...place(text) };
    }
    case 'returns': {
      const { operator, view } = text;
      return { ...head, operator, ...viewOperand(view, sources), ...place(text) };
    }
    case 'delegates': {
      const { operator, call } = text;
      const operand = { source: sources.idOf(DELEGATION), delegation: DELEGATION };
      return { ...head, operator, ...operand, ...(call && { call: parseExpression(call) }), ...place(text) };
    }
    case 'imitates': {
      const { operator, of, binding, decorated } = text;
      return { ...head, operator, of: of.map(parseExpression), binding, ...(decorated && { decorated }) };
    }
  }
}

function claimOperand(dep: string, of: ExpressionText = 'subject'): ClaimOperand {
  return { dep, of: parseExpression(of) };
}

function viewOperand({ args, ...written }: ViewText, sources: SourceTable): Omit<ViewOperand, 'at'> {
  const view: ViewSource = { kind: 'view', ...written };
  return { source: sources.idOf(view), view, ...(args && { args: args.map(parseExpression) }) };
}

function comparisonOperand(text: {
  readonly of: ExpressionText;
  readonly expected?: string;
  readonly with?: ExpressionText;
}): ComparisonOperand {
  const of = parseExpression(text.of);
  return text.with === undefined
    ? { of, expected: text.expected! }
    : { of, with: parseExpression(text.with) };
}

/** Numbers the fact sources whose changes cause the call to be read again. */
function readOperand(read: ReadSource, sources: SourceTable): { readonly read: ReadSource } {
  for (const changed of [CONTRACT_CODE, IMPLEMENTATION]) sources.idOf(changed);
  if (read.again) sources.idOf(SETTING);
  return { read };
}

function place({ at, atKey }: { readonly at?: ExpressionText; readonly atKey?: ExpressionText }): {
  readonly at?: Expression;
  readonly atKey?: Expression;
} {
  return {
    ...(at !== undefined && { at: parseExpression(at) }),
    ...(atKey !== undefined && { atKey: parseExpression(atKey) }),
  };
}
