import type { Binding } from '../../definition/binding/binding.js';
import { bindingsOfSource, isExecuted } from '../../definition/catalog/describe-source.js';
import { innermost } from '../../definition/catalog/expressions.js';
import type { Catalog, Definition } from '../../definition/model/definition.js';
import {
  type AnyOperands,
  type Expression,
  expressionsOf,
  type SourceId,
} from '../../definition/model/predicate.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { Address } from '../../domain/chain/hex.js';
import type { DefinitionIndex } from '../model/engine-store.js';
import { namedSubject, predicatesOf } from '../model/trigger-index.js';
import type { StoredBinding, StoredSet } from './stored-set.js';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** A definition to re-evaluate on its own account, and its subjects. Re-evaluation of dependents follows from the claims that change. */
export interface Change {
  readonly definition: DefinitionIndex;
  /** In words, for the plan. */
  readonly why: string;
  /** `none`; `holders`: subjects for which it is proven or undecided; `candidates`: also those for which it may be by their facts. */
  readonly subjects: 'none' | 'holders' | 'candidates';
  /** Further subjects: addresses that its registries name, or name differently than before, ascending. */
  readonly named: readonly Address[];
}

/** Differences between a catalog and the set that is served. */
export interface Changes {
  /** Lowest stratum first. */
  readonly changes: readonly Change[];
  /** Definitions that were removed. */
  readonly removed: readonly string[];
  /** Fact sources that were never extracted, or were extracted with other registries. */
  readonly unread: readonly SourceId[];
}

export function changesSince(
  served: StoredSet,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): Changes {
  const changed = new Set(
    [...bindings.values()].flatMap(({ id, digest }) =>
      served.bindings.get(id)?.digest === digest ? [] : [id],
    ),
  );
  const unread = catalog.sources.flatMap(({ source, text }, id) =>
    // View calls are executed where they are asked for, and leave no rows.
    !isExecuted(source) &&
    (!served.sources.has(text) || bindingsOfSource(source).some((binding) => changed.has(binding)))
      ? [id]
      : [],
  );
  const changes = catalog.definitions.flatMap((definition, index) => {
    const change = changeOf(definition, served, catalog, bindings, { changed, unread });
    return change ? [{ definition: index, ...change }] : [];
  });
  const stratum = ({ definition }: Change) => catalog.definitions[definition]!.stratum;
  const ids = new Set(catalog.definitions.map(({ id }) => id));
  return {
    changes: changes.sort((a, b) => stratum(a) - stratum(b)),
    removed: [...served.definitions.keys()].filter((id) => !ids.has(id)).sort(),
    unread,
  };
}

function changeOf(
  definition: Definition,
  served: StoredSet,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
  { changed, unread }: { readonly changed: ReadonlySet<string>; readonly unread: readonly SourceId[] },
): Omit<Change, 'definition'> | undefined {
  const before = served.definitions.get(definition.id);
  const consulted = definition.bindings.filter((id) => changed.has(id));
  const changedEntries = consulted.flatMap((id) => changedKeys(served.bindings.get(id), bindings.get(id)!));
  if (before === undefined || ruleOf(before) !== ruleOf(definition.definitionVersion)) {
    const entries = definition.bindings.flatMap((id) => [...bindings.get(id)!.members.keys()]);
    const why = before === undefined ? 'it is new' : 'its rule changed';
    return { why, subjects: 'candidates', named: subjectsIn([...entries, ...changedEntries]) };
  }
  const named = subjectsIn(changedEntries);
  const reads = predicatesOf(definition).flatMap(({ source }: AnyOperands) => source ?? []);
  const isReadAnew = reads.some((source) => unread.includes(source));
  const lookedUp = consulted.filter((id) => !isLookedUpBySubjectAlone(definition, id, catalog));
  if (isReadAnew || lookedUp.length > 0)
    return { why: whyReadAnew(consulted), subjects: 'candidates', named };
  if (before !== definition.definitionVersion)
    return { why: 'its version was raised; the rule is the same', subjects: 'holders', named };
  if (consulted.length === 0) return undefined;
  const why = `${changedEntries.length} entries of ${consulted.join(', ')} changed`;
  return { why, subjects: 'none', named };
}

function whyReadAnew(consulted: readonly string[]): string {
  if (consulted.length === 0) return 'facts that it reads were deleted';
  return `it consults ${consulted.join(', ')}, which changed`;
}

/** Keys that are addresses. Other keys of registries name no subject. */
function subjectsIn(keys: readonly string[]): readonly Address[] {
  return [...new Set(keys.filter((key) => ADDRESS.test(key)))].sort().map(namedSubject);
}

/** The digest in `1.0.0+sha256.…`. */
function ruleOf(definitionVersion: string): string {
  return definitionVersion.slice(definitionVersion.indexOf('+'));
}

/** Whether all that a definition asks of a registry is whether the subject is in it. */
function isLookedUpBySubjectAlone(definition: Definition, binding: string, { sources }: Catalog): boolean {
  const namesEntry = (expression: Expression): boolean => {
    const what = innermost(expression);
    return what.of === 'entry' && what.binding === binding;
  };
  const expressions = definition.families.flatMap(({ object, value }) => [object ?? [], value ?? []].flat());
  if (expressions.some(namesEntry)) return false;
  return predicatesOf(definition).every((predicate) => {
    if (expressionsOf(predicate).some(namesEntry)) return false;
    if ('source' in predicate && bindingsOfSource(sources[predicate.source]!.source).includes(binding))
      return false;
    if (!('binding' in predicate) || predicate.binding !== binding) return true;
    return (predicate.operator === 'in' || predicate.operator === 'not_in') && predicate.of.of === 'subject';
  });
}

function changedKeys(before: StoredBinding | undefined, { members }: Binding): string[] {
  const keys = new Set([...(before?.members.keys() ?? []), ...members.keys()]);
  const text = (intervals: unknown) => canonicalJson(intervals ?? []);
  return [...keys].filter((key) => text(before?.members.get(key)) !== text(members.get(key)));
}
