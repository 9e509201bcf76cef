import { parametersOf } from '../../domain/chain/codec/view-value.js';
import {
  type AnyOperands,
  comparedOf,
  type Operator,
  type Predicate,
  type PredicateOf,
  type ReadOperand,
  type ViewOperand,
} from '../model/predicate.js';
import type { Path } from '../schema/path.js';
import { keyOf } from './describe-source.js';
import type { FamilyScope } from './family-scope.js';
import type { SourceTable } from './source-table.js';

/** Operators that state an absence. Negative controls have no others. */
export const STATES_ABSENCE: ReadonlySet<Operator> = new Set([
  ...(['absent', 'not_in', 'neq', 'selectors_none', 'instructions_none'] as const),
]);

/** Operators that may read a keyed source without a key: a fact of any key counts. */
const ANY_KEY: ReadonlySet<Operator> = new Set(['exists', 'absent', 'log_within_frame']);

/** Sources whose facts begin with a transaction. */
const IN_A_TRANSACTION = new Set(['log', 'log_state', 'frame', 'call', 'tx']);

/** Refuses names in a check that its family does not have, and operands that do not fit its operator. */
export function validatePredicate(
  predicate: Predicate,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  validateExpressions(predicate.operator, predicate, path, scope);
  validateKey(predicate, path, scope, sources);
  if (predicate.operator === 'fingerprint_in')
    scope.file.refuse(
      [...path, 'operator'],
      'is no operator any more: code with other constants has the same fingerprint, and build_in compares all of it',
    );
  if (predicate.operator === 'same_tx') validateSameTransaction(predicate, path, scope, sources);
  if (predicate.operator === 'selectors_all') validateFurther(predicate, path, scope);
  if ('read' in predicate) validateRead(predicate, path, scope);
  if ('view' in predicate) validateView(predicate, path, scope);
}

function validateExpressions(
  operator: Operator,
  operands: AnyOperands,
  path: Path,
  scope: FamilyScope,
): void {
  const { with: other, at, atKey, call } = operands;
  for (const [i, expression] of comparedOf(operands).entries()) {
    scope.validateExpression(expression, operator === 'imitates' ? [...path, 'of', i] : [...path, 'of']);
  }
  for (const [key, expression] of Object.entries({ with: other, at, atKey, call })) {
    if (expression) scope.validateExpression(expression, [...path, key]);
  }
}

function validateKey(
  { source, atKey }: AnyOperands,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  if (atKey === undefined) return;
  const key = source === undefined ? undefined : keyOf(sources.at(source).source);
  if (key === undefined) scope.file.refuse([...path, 'atKey'], 'has no effect: the fact source has no keys');
  else if (key.length > 1)
    scope.file.refuse([...path, 'atKey'], `names one part, and the key has ${key.length}`);
}

/** Whether a predicate reads a keyed source without a key. */
export function readsEveryKey({ source, atKey }: AnyOperands, sources: SourceTable): boolean {
  return source !== undefined && atKey === undefined && sources.at(source).keyed;
}

/** Whether a fact of any key counts, so that the family is not evaluated for each key. */
export function takesAnyKey({ operator }: Predicate): boolean {
  return ANY_KEY.has(operator);
}

function validateSameTransaction(
  { of, with: other }: PredicateOf<'same_tx'>,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  for (const [key, expression] of Object.entries({ of, with: other })) {
    if (expression.of !== 'check') continue;
    const predicate = scope.earlier(expression.check, [...path, key]);
    const source = predicate && 'source' in predicate ? sources.at(predicate.source).source : undefined;
    if (predicate && !(source && IN_A_TRANSACTION.has(source.kind))) {
      scope.file.refuse([...path, key], `names ${predicate.id}, which no transaction witnesses`);
    }
  }
}

function validateFurther(
  { at, further }: PredicateOf<'selectors_all'>,
  path: Path,
  scope: FamilyScope,
): void {
  if (!further) return;
  const named = at?.of === 'check' && at.field === undefined ? at.check : undefined;
  const delegation = named === undefined ? undefined : scope.earlier(named, [...path, 'at']);
  if (delegation?.operator !== 'delegates')
    scope.file.refuse([...path, 'further'], 'has no effect: at names no check that delegates');
}

function validateView({ view: { signature }, args = [] }: ViewOperand, path: Path, scope: FamilyScope): void {
  const parameters = parametersOf(signature);
  if (args.length !== parameters.length)
    scope.file.refuse(
      [...path, 'view', 'args'],
      `has ${args.length}, and ${signature} takes ${parameters.length}`,
    );
  for (const [i, argument] of args.entries())
    scope.validateExpression(argument, [...path, 'view', 'args', i]);
}

function validateRead({ read, at, atKey }: ReadOperand, path: Path, scope: FamilyScope): void {
  for (const [key, expression] of Object.entries({ at, atKey })) {
    if (expression) scope.file.refuse([...path, key], 'has no effect: only the subject is read');
  }
  const after = scope.earlier(read.after, [...path, 'read', 'after']);
  if (
    after &&
    !STATES_ABSENCE.has(after.operator) &&
    !('dep' in after || 'source' in after || 'read' in after)
  ) {
    scope.file.refuse([...path, 'read', 'after'], `names ${after.id}, which begins at no block`);
  }
}
