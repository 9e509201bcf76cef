import { compilePredicate } from '../../definition/catalog/compile-predicate.js';
import { parseExpression } from '../../definition/catalog/expressions.js';
import { SourceTable } from '../../definition/catalog/source-table.js';
import { readsEveryKey } from '../../definition/catalog/validate-predicate.js';
import type { CatalogSource, Definition, Family } from '../../definition/model/definition.js';
import type { Predicate } from '../../definition/model/predicate.js';
import type { FamilyText } from '../../definition/schema/definition.schema.js';
import type { BundledRule } from '../bundle/bundle.schema.js';

/** A definition that has only the family of a rule that a proof names. */
export interface CompiledRule {
  readonly definition: Definition;
  readonly sources: readonly CatalogSource[];
}

/**
 * Compiles one family of a rule; undefined if the rule has no such family. The rule has only what its digest
 * covers, so descriptions are missing.
 */
export function compileRule(
  { id, kind, families }: BundledRule,
  definitionVersion: string,
  familyId: string,
): CompiledRule | undefined {
  const text = families.find((family) => family.id === familyId);
  if (text === undefined) return undefined;
  const table = new SourceTable();
  const family = compileFamily(text, kind, table);
  const definition: Definition = {
    id,
    family: id.slice(0, id.lastIndexOf(':')),
    kind,
    version: definitionVersion.split('+')[0]!,
    definitionVersion,
    published: '',
    title: '',
    means: '',
    dependsOn: [],
    bindings: [],
    families: [family],
    document: families,
    requires: [],
    stratum: 0,
  };
  return { definition, sources: table.sources };
}

function compileFamily(
  { id, facts, negativeControls = [], object, value }: FamilyText,
  kind: Definition['kind'],
  table: SourceTable,
): Family {
  const compile = (check: FamilyText['facts'][number]): Predicate => compilePredicate(check, table);
  const compiled = facts.map(compile);
  const each =
    kind === 'relation'
      ? compiled.find((check) => check.operator !== 'absent' && readsEveryKey(check, table))?.id
      : undefined;
  return {
    id,
    facts: compiled,
    negativeControls: negativeControls.map(compile),
    ...(object !== undefined && { object: parseExpression(object) }),
    ...(value !== undefined && { value: parseExpression(value) }),
    ...(each !== undefined && { each }),
  };
}
