import { validateSync } from 'class-validator';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { cursorInvalid, repeatedParameter, unknownParameter } from '../../refusal/parameter-refusals.js';
import type { CursorKey } from '../cursor/cursor-key.js';
import { type DeclaredParameter, type List, parametersOf } from '../parameter/parameter.decorator.js';
import type { QueryPair } from '../parameter/query-string.js';
import { findRulesOnce } from './rules-found-once.js';

findRulesOnce();

type Texts = Readonly<Record<string, string | undefined>>;
type Values = Record<string, unknown>;

/**
 * Reads what a request asks for: unknown parameters are refused first, then repeated ones, then each value in documented
 * order, path before query.
 * @returns the parameters of the method with their values
 * @throws {Refusal} `bad_request`
 */
export function readParameters<T extends object>(
  { operationId, parameters }: { readonly operationId: string; readonly parameters: new () => T },
  path: Texts,
  query: readonly QueryPair[],
  cursorKey: CursorKey,
): T {
  const declared = parametersOf(parameters);
  const given = onlyKnownOnce(query, new Set(declared.filter(inQuery).map(({ name }) => name)));
  const read = new parameters();
  if (declared.length === 0) return read;
  const texts = Object.fromEntries(
    declared.map(({ name, place }) => [name, place === 'path' ? path[name] : given.get(name)]),
  );
  const failed = failures(Object.assign(read, texts));
  const before: Values = {};
  const list = listOf(() => `${operationId} ${JSON.stringify(before)}`, cursorKey);
  for (const one of declared) {
    const text = texts[one.name];
    const reason = failed.get(one.name);
    if (reason !== undefined) throw refusalOf(one, reason, text);
    before[one.name] = one.value ? one.value(text, one.name, list) : text;
  }
  return Object.assign(read, before);
}

const inQuery = ({ place }: DeclaredParameter) => place === 'query';

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

const OPTIONS = { stopAtFirstError: true, validationError: { target: false, value: false } };

/** The first rule that each parameter does not meet, by its reason. */
function failures(texts: object): ReadonlyMap<string, string | undefined> {
  const errors = validateSync(texts, OPTIONS);
  return new Map(errors.map(({ property, constraints = {} }) => [property, Object.keys(constraints)[0]]));
}

function refusalOf({ name, rules }: DeclaredParameter, failed: string, text = ''): Refusal {
  return rules.find(({ reason }) => reason === failed)!.refusal(name, text);
}

/** @param scope of its cursors: the method and every value read before the cursor, in their canonical form */
function listOf(scope: () => string, key: CursorKey): List {
  return {
    continuation(cursor, name) {
      const request = scope();
      const after = cursor === undefined ? undefined : key.open(request, cursor);
      if (cursor !== undefined && after === undefined) throw cursorInvalid(name);
      return { ...(after && { after }), at: (position) => key.seal(request, position) };
    },
  };
}
