import type {
  DefinitionRow,
  WrittenCheck,
  WrittenFamily,
} from '../../projection/definition/definition.reader.js';
import { describeCheck } from './check-description.js';
import type { DefinitionCheckDto, DefinitionDto, DefinitionVersionDto } from './definition.dto.js';
import { expectedOf } from './expected-of.js';

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
    checks: checksOf(families, ({ facts }) => facts),
    negativeControls: checksOf(families, ({ negativeControls = [] }) => negativeControls),
    dependencies: document.dependsOn,
  };
}

function checksOf(
  families: readonly WrittenFamily[],
  checks: (family: WrittenFamily) => readonly WrittenCheck[],
): DefinitionCheckDto[] {
  const name = (family: WrittenFamily, { id }: WrittenCheck) =>
    families.length === 1 ? id : `${family.id}.${id}`;
  return families.flatMap((family) =>
    checks(family).map((check) => ({
      factId: name(family, check),
      operator: check.operator,
      expected: expectedOf(check),
      description: check.description ?? describeCheck(check),
    })),
  );
}
