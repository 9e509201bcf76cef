import { cursorInvalid, repeatedParameter, unknownParameter } from '../../refusal/parameter-refusals.js';
import type { AnyPosition, Continuation } from '../cursor/continuation.js';
import type { CursorKey } from '../cursor/cursor-key.js';
import type { DocumentedMethod } from '../method/documented-method.js';
import { parametersOf } from './parameter.decorator.js';
import type { ReadingContext } from './parameter-kind.js';
import type { QueryPair } from './query-string.js';

/**
 * Reads what a request asks for: unknown parameters are refused first, then repeated ones, then each value in documented
 * order, path before query.
 * @returns one value per declared parameter, by name.
 * @throws {Refusal} `bad_request`
 */
export function readParameters(
  method: DocumentedMethod,
  path: Readonly<Record<string, string>>,
  query: readonly QueryPair[],
  cursorKey: CursorKey,
): Record<string, unknown> {
  const declared = parametersOf(method.parameters);
  const given = onlyKnownOnce(query, new Set(declared.filter(inQuery).map(({ name }) => name)));
  const values: Record<string, unknown> = {};
  const context: ReadingContext = {
    continuation: (cursor, name) => continuation(cursorKey, scopeOf(method, values), cursor, name),
  };
  for (const { name, place, kind } of declared) {
    values[name] = kind.read(place === 'path' ? path[name] : given.get(name), name, context);
  }
  return values;
}

const inQuery = ({ place }: { place: string }) => place === 'query';

function onlyKnownOnce(query: readonly QueryPair[], known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const unknown = query.find(([name]) => !known.has(name));
  if (unknown) throw unknownParameter(unknown[0]);
  for (const [name, value] of query) {
    if (given.has(name)) throw repeatedParameter(name);
    given.set(name, value);
  }
  return given;
}

/** The request a cursor belongs to: the method and every value read before the cursor, in their canonical form. */
function scopeOf(method: DocumentedMethod, values: Record<string, unknown>): string {
  return `${method.operationId} ${JSON.stringify(values)}`;
}

function continuation(
  key: CursorKey,
  scope: string,
  cursor: string | undefined,
  name: string,
): Continuation<AnyPosition> {
  const after = cursor === undefined ? undefined : key.open(scope, cursor);
  if (cursor !== undefined && after === undefined) throw cursorInvalid(name);
  return { ...(after && { after }), at: (position) => key.seal(scope, position) };
}
