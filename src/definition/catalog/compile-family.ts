import type { Binding } from '../binding/binding.js';
import type { Definition, Family } from '../model/definition.js';
import type { Predicate } from '../model/predicate.js';
import type { FamilyText } from '../schema/definition.schema.js';
import type { Path } from '../schema/path.js';
import type { PredicateText } from '../schema/predicate.schema.js';
import type { YamlFile } from '../schema/yaml-file.js';
import { compilePredicate } from './compile-predicate.js';
import { parseExpression } from './expressions.js';
import { FamilyScope } from './family-scope.js';
import type { SourceTable } from './source-table.js';
import { readsEveryKey, STATES_ABSENCE, takesAnyKey, validatePredicate } from './validate-predicate.js';
import { validateSource } from './validate-source.js';

/** What the definitions of one catalog have in common while they are compiled. */
export interface Surroundings {
  readonly sources: SourceTable;
  /** Ids of all definition files, including refused ones. */
  readonly ids: ReadonlySet<string>;
  /** Undefined for a binding whose file is refused. */
  readonly bindings: ReadonlyMap<string, Binding | undefined>;
}

/** Compiles one family and its checks, in order. Refuses each error at its place in the file. */
export function compileFamily(
  file: YamlFile,
  path: Path,
  text: FamilyText,
  kind: Definition['kind'],
  { sources, bindings }: Surroundings,
): Family {
  validateObject(file, path, text, kind);
  const object = text.object === undefined ? undefined : parseExpression(text.object);
  const value = text.value === undefined ? undefined : parseExpression(text.value);
  const scope = new FamilyScope(file, sources, bindings, kind === 'relation' ? object : undefined);
  const compile = (list: 'facts' | 'negativeControls') => (one: PredicateText, i: number) => {
    const at = [...path, list, i];
    const predicate = compilePredicate(one, sources);
    validateSource(file, at, one);
    validatePredicate(predicate, at, scope, sources);
    scope.add(predicate);
    return predicate;
  };
  validateIds(file, path, text);
  const facts = text.facts.map(compile('facts'));
  const negativeControls = (text.negativeControls ?? []).map(compile('negativeControls'));
  validateAnchor(file, path, facts);
  validateControls(file, path, negativeControls);
  const each = validateKeys(file, path, facts, kind, sources);
  if (object?.of === 'object') file.refuse([...path, 'object'], 'names itself');
  else if (object) scope.validateExpression(object, [...path, 'object']);
  if (value) scope.validateExpression(value, [...path, 'value']);
  return {
    id: text.id,
    facts,
    negativeControls,
    ...(object && { object }),
    ...(value && { value }),
    ...(each !== undefined && { each }),
  };
}

function validateObject(file: YamlFile, path: Path, { object }: FamilyText, kind: Definition['kind']): void {
  if (kind === 'relation' && object === undefined) file.refuse(path, 'has no object, and is of a relation');
  if (kind === 'attribute' && object !== undefined) {
    file.refuse([...path, 'object'], 'is for relations: an attribute has a value at most');
  }
}

function validateIds(file: YamlFile, path: Path, { facts, negativeControls = [] }: FamilyText): void {
  const seen = new Set<string>();
  for (const [list, predicates] of Object.entries({ facts, negativeControls })) {
    for (const [i, { id }] of predicates.entries()) {
      if (seen.has(id))
        file.refuse([...path, list, i, 'id'], `is ${id}, as of an earlier check of this family`);
      seen.add(id);
    }
  }
}

function validateAnchor(file: YamlFile, path: Path, facts: readonly Predicate[]): void {
  if (facts.every(({ operator }) => STATES_ABSENCE.has(operator))) {
    file.refuse([...path, 'facts'], 'state only what is absent: that would hold of every address');
  }
}

function validateControls(file: YamlFile, path: Path, controls: readonly Predicate[]): void {
  for (const [i, { operator }] of controls.entries()) {
    if (STATES_ABSENCE.has(operator)) continue;
    file.refuse(
      [...path, 'negativeControls', i, 'operator'],
      `is ${operator}, which states no absence: ${[...STATES_ABSENCE].join(', ')} do`,
    );
  }
}

/** The id of the check for whose keys a relation is evaluated, once for each; undefined for attributes. */
function validateKeys(
  file: YamlFile,
  path: Path,
  facts: readonly Predicate[],
  kind: Definition['kind'],
  sources: SourceTable,
): string | undefined {
  const keyed = [...facts.entries()].filter(
    ([, predicate]) => predicate.operator !== 'absent' && readsEveryKey(predicate, sources),
  );
  if (kind === 'relation') {
    for (const [i, { id }] of keyed.slice(1)) {
      file.refuse(
        [...path, 'facts', i],
        `reads every key of a fact source, and so does ${keyed[0]![1].id}, not only ${id}`,
      );
    }
    return keyed[0]?.[1].id;
  }
  for (const [i] of keyed.filter(([, predicate]) => !takesAnyKey(predicate))) {
    file.refuse([...path, 'facts', i], 'needs atKey: only a relation may read every key');
  }
  return undefined;
}
