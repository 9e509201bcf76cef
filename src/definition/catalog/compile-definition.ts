import { canonicalJson, sha256Hex } from '../../domain/canonical/canonical-json.js';
import type { ChainRequirement, Definition, Family } from '../model/definition.js';
import { type AnyOperands, type Expression, expressionsOf, type Predicate } from '../model/predicate.js';
import type { DefinitionText } from '../schema/definition.schema.js';
import type { YamlFile } from '../schema/yaml-file.js';
import { compileFamily, type Surroundings } from './compile-family.js';
import { bindingsOfSource, requirementsOfSource } from './describe-source.js';
import { innermost } from './expressions.js';
import type { SourceTable } from './source-table.js';

/** A definition before its dependencies are looked at. Its `requires` are those of its own predicates. */
export type LooseDefinition = Omit<Definition, 'stratum'>;

/** Compiles one file. Refuses each error at its place in the file. */
export function compileDefinition(
  file: YamlFile,
  /** The id that the path of the file requires. */
  id: string,
  text: DefinitionText,
  surroundings: Surroundings,
): LooseDefinition {
  if (text.id !== id) file.refuse(['id'], `is ${text.id}, and the file lies where ${id} belongs`);
  validateFamilyIds(file, text);
  const families = text.families.map((family, i) =>
    compileFamily(file, ['families', i], family, text.kind, surroundings),
  );
  const predicates = families.flatMap(predicatesOf);
  const dependsOn = distinct(predicates.flatMap(({ dep }: AnyOperands) => dep ?? []));
  const bindings = distinct([
    ...predicates.flatMap((predicate) => bindingsOf(predicate, surroundings.sources)),
    ...families.flatMap(({ object, value }) => [object, value].flatMap(entryBinding)),
  ]);
  validateNamed(file, 'dependsOn', text.dependsOn ?? [], dependsOn, surroundings.ids);
  validateNamed(file, 'bindings', text.bindings ?? [], bindings, new Set(surroundings.bindings.keys()));
  return {
    id,
    family: id.slice(0, id.lastIndexOf(':')),
    kind: text.kind,
    version: text.version,
    definitionVersion: `${text.version}+sha256.${ruleDigest(text)}`,
    published: text.published,
    title: text.title,
    means: text.means,
    dependsOn,
    bindings,
    families,
    document: text.families,
    text: file.text,
    requires: distinct(predicates.flatMap((predicate) => requirementsOf(predicate, surroundings.sources))),
  };
}

function predicatesOf({ facts, negativeControls }: Family): readonly Predicate[] {
  return [...facts, ...negativeControls];
}

function bindingsOf(operands: AnyOperands, sources: SourceTable): readonly string[] {
  const { binding, source } = operands;
  return [
    ...(binding === undefined ? [] : [binding]),
    ...(source === undefined ? [] : bindingsOfSource(sources.at(source).source)),
    ...expressionsOf(operands).flatMap(entryBinding),
  ];
}

function entryBinding(expression: Expression | undefined): readonly string[] {
  const what = expression && innermost(expression);
  return what?.of === 'entry' ? [what.binding] : [];
}

/** A recorded answer is read again at each change of the code, so it needs state diffs. */
function requirementsOf({ read, source }: AnyOperands, sources: SourceTable): readonly ChainRequirement[] {
  if (read) return ['state_diff'];
  return source === undefined ? [] : requirementsOfSource(sources.at(source).source);
}

/** SHA-256 hex of the rule: the parts that decide verdicts and proofs, without descriptions. */
function ruleDigest({ id, kind, families }: DefinitionText): string {
  const silent = <T extends { description?: unknown }>({ description: _, ...predicate }: T) => predicate;
  const rule = families.map((family) => ({
    ...family,
    facts: family.facts.map(silent),
    ...(family.negativeControls && { negativeControls: family.negativeControls.map(silent) }),
  }));
  return sha256Hex(canonicalJson({ id, kind, families: rule }));
}

function validateFamilyIds(file: YamlFile, { families }: DefinitionText): void {
  for (const [i, { id }] of families.entries()) {
    if (families.findIndex((other) => other.id === id) < i) {
      file.refuse(['families', i, 'id'], `is ${id}, as of an earlier family`);
    }
  }
}

/** The header must list exactly the ids that the checks name, and each must exist. */
function validateNamed(
  file: YamlFile,
  key: 'dependsOn' | 'bindings',
  written: readonly string[],
  named: readonly string[],
  there: ReadonlySet<string>,
): void {
  for (const [i, id] of written.entries()) {
    if (written.indexOf(id) < i) file.refuse([key, i], `names ${id} twice`);
    else if (!named.includes(id)) file.refuse([key, i], `names ${id}, which no check names`);
  }
  for (const id of named) {
    if (!written.includes(id)) file.refuse([key], `lacks ${id}, which a check names`);
    if (!there.has(id))
      file.refuse([key, Math.max(0, written.indexOf(id))], `names ${id}, which is not there`);
  }
}

/** The distinct ids, ascending. */
export function distinct<T extends string>(ids: readonly T[]): readonly T[] {
  return [...new Set(ids)].sort();
}
