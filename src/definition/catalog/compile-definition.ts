import { canonicalJson, sha256Hex } from '../../kernel/canonical/canonical-json.js';
import type { CheckText, DefinitionText, ExpressionText, FamilyText } from '../schema/definition-file.js';
import { SOURCE_KEYS } from '../schema/definition-file.js';
import { expressionOf, namedBy } from './compile-expression.js';
import { bindingsOfSource, requirementsOf, type SourceNumbers, sourceOf } from './compile-source.js';
import type { ChainRequirement, Check, Definition, Expression, Family } from './definition.js';

/** A definition by itself: what depends on others, its stratum and all it requires, is settled with them. */
export interface CompiledDefinition extends Omit<Definition, 'requires' | 'stratum'> {
  /** By its own registers. */
  readonly requires: readonly ChainRequirement[];
  /** Hex digest of the rule, for the lock. */
  readonly digest: string;
}

/** Told what is wrong, and at which path of the file. */
export type Refuse = (path: readonly PropertyKey[], message: string) => void;

/** Operators that can state that a forbidden thing is absent. */
const STATES_ABSENCE = new Set(['absent', 'not_in', 'neq', 'selectors_none']);

export function compileDefinition(
  written: DefinitionText,
  numbers: SourceNumbers,
  refuse: Refuse,
): CompiledDefinition {
  const { id, kind, version, published, title, means } = written;
  const parts = new Parts(numbers);
  const families = written.families.map((family, at) =>
    compileFamily(family, kind, parts, (path, message) => refuse(['families', at, ...path], message)),
  );
  refuseTwice(written.families, (at, message) => refuse(['families', at, 'id'], message));
  const document = written.families.map(withoutUndefined);
  const digest = sha256Hex(canonicalJson({ id, kind, families: document.map(withoutDescriptions) }));
  const dependsOn = [...parts.dependencies].sort();
  const bindings = [...parts.bindings].sort();
  if (!sameList(dependsOn, written.dependsOn))
    refuse(['dependsOn'], `must name exactly what the checks name: ${dependsOn.join(', ') || 'nothing'}`);
  if (!sameList(bindings, written.bindings))
    refuse(['bindings'], `must name exactly what the checks name: ${bindings.join(', ') || 'nothing'}`);
  return {
    id,
    family: id.slice(0, id.lastIndexOf(':')),
    kind,
    version,
    definitionVersion: `${version}+sha256.${digest}`,
    digest,
    published,
    title,
    means,
    dependsOn,
    bindings,
    families,
    document,
    requires: [...parts.requirements].sort(),
  };
}

/** What the checks of one definition name between them. */
class Parts {
  readonly dependencies = new Set<string>();
  readonly bindings = new Set<string>();
  readonly requirements = new Set<ChainRequirement>();

  constructor(readonly numbers: SourceNumbers) {}
}

function compileFamily(written: FamilyText, kind: string, parts: Parts, refuse: Refuse): Family {
  const { facts, negativeControls = [] } = written;
  const known: string[] = [];
  refuseTwice([...facts, ...negativeControls], (_, message) => refuse([], message));
  const object = written.object === undefined ? undefined : expressionOf(written.object);
  const compile =
    (group: 'facts' | 'negativeControls') =>
    (check: CheckText, at: number): Check => {
      const compiled = compileCheck(check, known, object, parts, (path, message) =>
        refuse([group, at, ...path], message),
      );
      known.push(check.id);
      return compiled;
    };
  const compiledFacts = facts.map(compile('facts'));
  const compiledControls = negativeControls.map(compile('negativeControls'));
  negativeControls.forEach(({ operator }, at) => {
    if (!STATES_ABSENCE.has(operator))
      refuse(['negativeControls', at, 'operator'], `${operator} does not state that something is absent`);
  });
  if ((kind === 'relation') !== (object !== undefined))
    refuse(
      kind === 'relation' ? [] : ['object'],
      kind === 'relation' ? 'a relation needs an object' : 'an attribute has no object',
    );
  const value = written.value === undefined ? undefined : expressionOf(written.value);
  for (const [key, one] of [
    ['object', object],
    ['value', value],
  ] as const)
    if (one) refuseUnknown(one, known, undefined, parts, (message) => refuse([key], message));
  const each = eachOf(compiledFacts, kind, parts, refuse);
  return {
    id: written.id,
    facts: compiledFacts,
    negativeControls: compiledControls,
    ...(object ? { object } : {}),
    ...(value ? { value } : {}),
    ...(each === undefined ? {} : { each }),
  };
}

/** The fact that makes a relation be judged once per key. */
function eachOf(facts: readonly Check[], kind: string, parts: Parts, refuse: Refuse): string | undefined {
  if (kind !== 'relation') return undefined;
  const each = facts.filter(
    ({ source, atKey }) =>
      source !== undefined && atKey === undefined && parts.numbers.sources[source]!.keyed,
  );
  if (each.length > 1)
    refuse(['facts'], `only one of ${each.map(({ id }) => id).join(', ')} may be read for every key`);
  return each[0]?.id;
}

function compileCheck(
  written: CheckText,
  known: readonly string[],
  object: Expression | undefined,
  parts: Parts,
  refuse: Refuse,
): Check {
  const named = written as CheckText & Partial<Record<'at' | 'atKey' | 'with', ExpressionText>>;
  const { id, operator, description } = written;
  const expression = (key: 'at' | 'atKey' | 'with'): Expression | undefined => {
    const text = named[key];
    if (text === undefined) return undefined;
    const compiled = expressionOf(text);
    refuseUnknown(compiled, known, object, parts, (message) => refuse([key], message));
    return compiled;
  };
  const written2 = written as {
    of?: ExpressionText | ExpressionText[];
    expected?: Check['expected'];
    dep?: string;
    binding?: string;
  };
  const of = written2.of === undefined ? undefined : [written2.of].flat().map(expressionOf);
  for (const one of of ?? []) refuseUnknown(one, known, object, parts, (message) => refuse(['of'], message));
  const { dep, binding, expected } = written2;
  const read = operator === 'exists' ? written.read : undefined;
  const source = sourceOf(written);
  refuseSources(written, dep, read !== undefined, refuse);
  if (read && !known.includes(read.after))
    refuse(['read', 'after'], `there is no earlier check ${read.after}`);
  if ((operator === 'eq' || operator === 'neq') && (expected === undefined) === (named.with === undefined))
    refuse([], 'needs either expected or with');
  if (dep !== undefined) parts.dependencies.add(dep);
  if (binding !== undefined) parts.bindings.add(binding);
  for (const one of source ? [source] : []) {
    for (const consulted of bindingsOfSource(one)) parts.bindings.add(consulted);
    for (const requirement of requirementsOf(one)) parts.requirements.add(requirement);
  }
  if (read) {
    parts.requirements.add('state_diff');
    // The registers at whose changes it is asked again.
    parts.numbers.numberOf({ kind: 'code', register: 'contract' });
    parts.numbers.numberOf({ kind: 'storage', slot: 'eip1967_implementation' });
  }
  const at = expression('at');
  const atKey = expression('atKey');
  const compared = expression('with');
  return {
    id,
    operator,
    ...(description === undefined ? {} : { description }),
    ...(source === undefined ? {} : { source: parts.numbers.numberOf(source) }),
    ...(at ? { at } : {}),
    ...(atKey ? { atKey } : {}),
    ...(read ? { read } : {}),
    ...(dep === undefined ? {} : { dep }),
    ...(of ? { of } : {}),
    ...(compared ? { with: compared } : {}),
    ...(expected === undefined ? {} : { expected }),
    ...(binding === undefined ? {} : { binding }),
  };
}

function refuseSources(written: CheckText, dep: string | undefined, reads: boolean, refuse: Refuse): void {
  if (written.operator !== 'exists' && written.operator !== 'absent') return;
  const given = SOURCE_KEYS.filter((key) => (written as Record<string, unknown>)[key] !== undefined);
  const all = [...given, ...(dep === undefined ? [] : ['dep']), ...(reads ? ['read'] : [])];
  if (all.length !== 1) refuse([], `needs exactly one of ${[...SOURCE_KEYS, 'dep', 'read'].join(', ')}`);
}

function refuseUnknown(
  expression: Expression,
  known: readonly string[],
  object: Expression | undefined,
  parts: Parts,
  refuse: (message: string) => void,
): void {
  const { checks, bindings } = namedBy(expression);
  for (const binding of bindings) parts.bindings.add(binding);
  for (const check of checks) if (!known.includes(check)) refuse(`there is no earlier check ${check}`);
  if (expression.of !== 'object') return;
  const missing = object
    ? namedBy(object).checks.filter((check) => !known.includes(check))
    : ['of a relation'];
  if (missing.length > 0) refuse(`the object is not known here: it needs ${missing.join(', ')}`);
}

function refuseTwice(
  all: readonly { readonly id: string }[],
  refuse: (at: number, message: string) => void,
): void {
  all.forEach(({ id }, at) => {
    if (all.findIndex((one) => one.id === id) !== at) refuse(at, `${id} is there twice`);
  });
}

/** A family as it is written, without what people alone read. */
function withoutDescriptions(family: unknown): unknown {
  const { facts, negativeControls, ...rest } = family as { facts: object[]; negativeControls?: object[] };
  const bare = (checks: object[]) =>
    checks.map(({ description: _, ...check }: { description?: string }) => check);
  return {
    ...rest,
    facts: bare(facts),
    ...(negativeControls ? { negativeControls: bare(negativeControls) } : {}),
  };
}

function withoutUndefined<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
