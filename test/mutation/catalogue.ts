import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Definition } from '../../src/definition/catalog/definition.js';
import { definitionFiles, readCatalog } from '../../src/definition/catalog/read-catalog.js';
import type { FixtureCase } from '../../src/definition/schema/fixture-case.js';
import { fixtureCases } from './fixture-cases.js';

const DIRECTORY = join(import.meta.dirname, '../../../definitions');

export interface DefinitionWithCases {
  readonly definition: Definition;
  /** Empty where there is no fixture file. */
  readonly cases: readonly FixtureCase[];
}

/** Every definition of the project with the cases beside it. */
export function definitionsWithCases() {
  const bindings = readdirSync(join(DIRECTORY, 'bindings'), { recursive: true, encoding: 'utf8' });
  const catalog = readCatalog(DIRECTORY, new Set(bindings.map((path) => basename(path, '.yaml'))));
  const cases = new Map(definitionFiles(DIRECTORY).map((path) => [idOf(path), casesBeside(path)]));
  return {
    sources: catalog.sources.map(({ source }) => source),
    definitions: catalog.definitions.map(
      (definition): DefinitionWithCases => ({
        definition,
        cases: cases.get(definition.id)!,
      }),
    ),
  };
}

function idOf(path: string): string {
  return path.slice(DIRECTORY.length + 1, -'.yaml'.length).replaceAll('/', ':');
}

function casesBeside(path: string): readonly FixtureCase[] {
  const fixture = path.replace(/\.yaml$/, '.fixture.yaml');
  return existsSync(fixture) ? fixtureCases(fixture) : [];
}
