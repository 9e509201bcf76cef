import type { DefinitionRow, WrittenFamily, WrittenPredicate } from '../../claims/definition.reader.js';
import type { DefinitionCheckDto, DefinitionDto, DefinitionVersionDto } from './definition.dto.js';
import { expectedOf } from './expected-of.js';
import { describePredicate } from './predicate-description.js';

/** The record of a definition at the version that is evaluated. */
export function definitionRecord(row: DefinitionRow): DefinitionDto {
  const { title, means, kind, family } = row.document;
  return { id: row.id, kind, family, title, description: means, currentVersion: versionRecord(row) };
}

export function versionRecord({ version, published, document }: DefinitionRow): DefinitionVersionDto {
  const { families } = document;
  return {
    version,
    publishedAt: `${published}T00:00:00Z`,
    checks: predicatesOf(families, ({ facts }) => facts),
    negativeControls: predicatesOf(families, ({ negativeControls = [] }) => negativeControls),
    dependencies: document.dependsOn,
  };
}

function predicatesOf(
  families: readonly WrittenFamily[],
  predicates: (family: WrittenFamily) => readonly WrittenPredicate[],
): DefinitionCheckDto[] {
  const name = (family: WrittenFamily, { id }: WrittenPredicate) =>
    families.length === 1 ? id : `${family.id}.${id}`;
  return families.flatMap((family) =>
    predicates(family).map((predicate) => ({
      factId: name(family, predicate),
      operator: predicate.operator,
      expected: expectedOf(predicate),
      description: predicate.description ?? describePredicate(predicate),
    })),
  );
}
