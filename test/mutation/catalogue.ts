import { definitionFiles, fixtureOf } from '../../src/definition/catalog/definition-files.js';
import { readFixtures } from '../../src/definition/catalog/read-fixtures.js';
import type { Definition } from '../../src/definition/model/definition.js';
import { DEFINITIONS, readDefinitions } from '../../src/definition/read-definitions.js';
import type { FixtureCase } from '../../src/definition/schema/fixture-case.js';

export interface DefinitionWithCases {
  readonly definition: Definition;
  /** Empty if there is no fixture file. */
  readonly cases: readonly FixtureCase[];
}

/** Every definition of the project with its fixture cases. */
export function definitionsWithCases() {
  const { catalog } = readDefinitions(false);
  const files = new Map(definitionFiles(DEFINITIONS).definitions.map((found) => [found.id, found]));
  const casesOf = (id: string): readonly FixtureCase[] => {
    const { file, hasFixture } = files.get(id)!;
    return hasFixture ? readFixtures(fixtureOf(file)) : [];
  };
  return {
    sources: catalog.sources.map(({ source }) => source),
    definitions: catalog.definitions.map(
      (definition): DefinitionWithCases => ({ definition, cases: casesOf(definition.id) }),
    ),
  };
}
