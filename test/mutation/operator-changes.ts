import {
  type AnyOperands,
  comparedOf,
  type Operator,
  type Predicate,
} from '../../src/definition/model/predicate.js';
import type { CheckChange } from './mutant.js';

/** Operators that accept the operands of a check as well. */
const OTHERS: Readonly<Record<Operator, readonly Operator[]>> = {
  holds: ['absent'],
  absent: ['exists', 'holds'],
  exists: ['absent'],
  latest: ['exists', 'absent'],
  eq: ['neq'],
  neq: ['eq'],
  in: ['not_in'],
  not_in: ['in'],
  gte: ['lte', 'eq'],
  lte: ['gte', 'eq'],
  prefix: ['eq', 'neq'],
  length: ['gte'],
  selectors_all: ['selectors_none', 'exists'],
  selectors_none: ['selectors_all', 'exists'],
  instructions_all: ['instructions_none', 'exists'],
  instructions_none: ['instructions_all', 'exists'],
  slot_address: ['exists', 'absent'],
  code_hash_in: ['build_in'],
  build_in: ['code_hash_in'],
  fingerprint_in: [],
  same_tx: ['eq', 'neq'],
  log_within_frame: ['absent'],
  returns: ['absent'],
  delegates: ['absent'],
  imitates: ['in', 'not_in'],
};

export function operatorChanges(check: Predicate): readonly CheckChange[] {
  return OTHERS[check.operator]
    .filter((operator) => suits(operator, check))
    .map((operator) => ({
      what: `${check.operator} becomes ${operator}`,
      check: { ...check, operator, ...operandsOf(operator, check) } as Predicate,
    }));
}

/** The operands that the other operator needs in another form. */
function operandsOf(operator: Operator, check: AnyOperands): object {
  if (operator === 'absent') return { expected: undefined };
  if (operator === 'gte') return { expected: String(check.expected) };
  return operator === 'in' || operator === 'not_in' ? { of: comparedOf(check)[0] } : {};
}

function suits(operator: Operator, check: Predicate): boolean {
  if (operator === 'holds') return 'dep' in check;
  return operator !== 'exists' || !('dep' in check);
}
