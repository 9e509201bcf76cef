import type { Refusal } from '../../../domain/refusal/refusal.js';
import {
  cursorInvalid,
  queryMissing,
  repeatedParameter,
  unknownParameter,
} from '../../refusal/parameter-refusals.js';
import type { CursorKey } from '../cursor/cursor-key.js';
import {
  type DeclaredParameter,
  type List,
  type ParametersClass,
  parametersOf,
} from '../parameter/parameter.decorator.js';
import type { QueryPair } from '../parameter/query-string.js';
import { type CompiledRule, compiledRules } from './compiled-rules.js';

type Texts = Readonly<Record<string, string | undefined>>;
type Values = Record<string, unknown>;

/**
 * Reads the parameters of a request. It refuses unknown parameters first, then repeated ones, and then
 * invalid values in documented order, path before query.
 * @returns the parameters of the method with their values
 * @throws {Refusal} `bad_request`
 */
export function readParameters<T extends object>(
  { operationId, parameters }: { readonly operationId: string; readonly parameters: new () => T },
  path: Texts,
  query: readonly QueryPair[],
  cursorKey: CursorKey,
): T {
  const { declared, names } = compiled(parameters);
  const given = onlyKnownOnce(query, names);
  const read = new parameters();
  const before: Values = {};
  const list = listOf(() => `${operationId} ${JSON.stringify(before)}`, cursorKey);
  for (const { parameter, rules } of declared) {
    const { name } = parameter;
    const text = inQuery(parameter) ? given.get(name) : path[name];
    const failed = rules.find((rule) => !rule.isMet(text));
    // A request always has all parameters of its path; only the arguments of a tool may lack one.
    if (failed && text === undefined && !inQuery(parameter)) throw queryMissing(name);
    if (failed) throw refusalOf(parameter, failed.reason, text);
    before[name] = parameter.value ? parameter.value(text, name, list) : text;
  }
  return Object.assign(read, before);
}

interface Compiled {
  readonly declared: readonly {
    readonly parameter: DeclaredParameter;
    readonly rules: readonly CompiledRule[];
  }[];
  /** Names of the parameters in the query. */
  readonly names: ReadonlySet<string>;
}

const COMPILED = new WeakMap<ParametersClass, Compiled>();

function compiled(parameters: ParametersClass): Compiled {
  let one = COMPILED.get(parameters);
  if (!one) {
    const declared = parametersOf(parameters);
    const rules = compiledRules(parameters);
    one = {
      declared: declared.map((parameter) => ({ parameter, rules: rules.get(parameter.name) ?? [] })),
      names: new Set(declared.filter(inQuery).map(({ name }) => name)),
    };
    COMPILED.set(parameters, one);
  }
  return one;
}

const inQuery = ({ place }: DeclaredParameter) => place === 'query';

const NONE: ReadonlyMap<string, string> = new Map();

function onlyKnownOnce(query: readonly QueryPair[], known: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (query.length === 0) return NONE;
  const given = new Map<string, string>();
  const unknown = query.find(([name]) => !known.has(name));
  if (unknown) throw unknownParameter(unknown[0]);
  for (const [name, value] of query) {
    if (given.has(name)) throw repeatedParameter(name);
    given.set(name, value);
  }
  return given;
}

function refusalOf({ name, rules }: DeclaredParameter, failed: string, text = ''): Refusal {
  return rules.find(({ reason }) => reason === failed)!.refusal(name, text);
}

/**
 * @param scope what its cursors belong to: the method and every value read before the cursor, in canonical
 * form
 */
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
