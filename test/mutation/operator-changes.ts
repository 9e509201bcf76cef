import type { Operator, Predicate } from '../../src/definition/model/definition.js';
import type { CheckChange } from './mutant.js';

/** The operators that the keys of a check would do for as well. */
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
  slot_address: ['exists', 'absent'],
  code_hash_in: ['fingerprint_in'],
  fingerprint_in: ['code_hash_in'],
  same_tx: ['eq', 'neq'],
  log_within_frame: ['absent'],
  imitates: ['in', 'not_in'],
};

export function operatorChanges(check: Predicate): readonly CheckChange[] {
  return OTHERS[check.operator]
    .filter((operator) => suits(operator, check))
    .map((operator) => ({
      what: `${check.operator} becomes ${operator}`,
      check: { ...check, operator, ...(operator === 'absent' && { expected: undefined }) } as Predicate,
    }));
}

function suits(operator: Operator, { dep }: Predicate): boolean {
  if (operator === 'holds') return dep !== undefined;
  return operator !== 'exists' || dep === undefined;
}
