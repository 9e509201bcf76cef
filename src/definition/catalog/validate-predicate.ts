import type { Operator, Predicate } from '../model/definition.js';
import type { Path } from '../schema/path.js';
import { keyOf } from './describe-source.js';
import type { FamilyScope } from './family-scope.js';
import type { SourceTable } from './source-table.js';

/** Operators that state that something is not so: the only ones of negative controls. */
export const STATES_ABSENCE: ReadonlySet<Operator> = new Set(['absent', 'not_in', 'neq', 'selectors_none']);

/** Operators that may read a keyed source without a key: any of its keys counts. */
const ANY_KEY: ReadonlySet<Operator> = new Set(['exists', 'absent', 'log_within_frame']);

/** Sources whose facts begin with a transaction. */
const IN_A_TRANSACTION = new Set(['log', 'log_state', 'frame', 'call', 'tx']);

/** Refuses what a check names and its family has not. */
export function validatePredicate(
  predicate: Predicate,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  validateExpressions(predicate, path, scope);
  validateKey(predicate, path, scope, sources);
  if (predicate.operator === 'same_tx') validateSameTransaction(predicate, path, scope, sources);
  if (predicate.read) validateRead(predicate, path, scope);
}

function validateExpressions(
  { operator, of, with: other, at, atKey }: Predicate,
  path: Path,
  scope: FamilyScope,
): void {
  for (const [i, expression] of (of ?? []).entries()) {
    scope.validateExpression(expression, operator === 'imitates' ? [...path, 'of', i] : [...path, 'of']);
  }
  for (const [key, expression] of Object.entries({ with: other, at, atKey })) {
    if (expression) scope.validateExpression(expression, [...path, key]);
  }
}

function validateKey(
  { source, atKey }: Predicate,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  if (atKey === undefined) return;
  const key = source === undefined ? undefined : keyOf(sources.at(source).source);
  if (key === undefined) scope.file.refuse([...path, 'atKey'], 'is of no use: the fact source has no keys');
  else if (key.length > 1)
    scope.file.refuse([...path, 'atKey'], `names one part, and the key has ${key.length}`);
}

/** Whether a predicate reads a keyed source without a key. */
export function readsEveryKey({ source, atKey }: Predicate, sources: SourceTable): boolean {
  return source !== undefined && atKey === undefined && sources.at(source).keyed;
}

/** Whether any of the keys counts, so that the family is not evaluated per key. */
export function takesAnyKey({ operator }: Predicate): boolean {
  return ANY_KEY.has(operator);
}

function validateSameTransaction(
  { of, with: other }: Predicate,
  path: Path,
  scope: FamilyScope,
  sources: SourceTable,
): void {
  for (const [key, expression] of Object.entries({ of: of?.[0], with: other })) {
    if (expression?.of !== 'check') continue;
    const predicate = scope.earlier(expression.check, [...path, key]);
    const source = predicate?.source === undefined ? undefined : sources.at(predicate.source).source;
    if (predicate && !(source && IN_A_TRANSACTION.has(source.kind))) {
      scope.file.refuse([...path, key], `names ${predicate.id}, which no transaction witnesses`);
    }
  }
}

function validateRead({ read, at, atKey }: Predicate, path: Path, scope: FamilyScope): void {
  for (const [key, expression] of Object.entries({ at, atKey })) {
    if (expression) scope.file.refuse([...path, key], 'is of no use: it is the subject that is read');
  }
  const after = scope.earlier(read!.after, [...path, 'read', 'after']);
  const begins = after && !STATES_ABSENCE.has(after.operator) && (after.dep ?? after.source ?? after.read);
  if (after && begins === undefined) {
    scope.file.refuse([...path, 'read', 'after'], `names ${after.id}, which begins at no block`);
  }
}
