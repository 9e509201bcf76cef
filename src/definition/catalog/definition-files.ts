import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FileError } from '../schema/definitions-refused.js';

/** What lies under `definitions/`, by what it is. */
export interface DefinitionFiles {
  /** Ascending by id. */
  readonly definitions: readonly DefinitionFile[];
  /** Files that are nothing, and fixtures of nothing. */
  readonly errors: readonly FileError[];
}

interface DefinitionFile {
  /** What its place says: `derived/account_type/eoa.yaml` is `derived:account_type:eoa`. */
  readonly id: string;
  readonly file: string;
  readonly hasFixture: boolean;
}

const FIXTURE = '.fixture.yaml';
const NO_FAMILIES = new Set(['bindings']);

export function definitionFiles(directory: string): DefinitionFiles {
  const files = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_FAMILIES.has(entry.name))
    .flatMap(({ name }) => filesIn(directory, name))
    .filter((file) => !/(^|\/)\./.test(file));
  const fixtures = new Set(files.filter((file) => file.endsWith(FIXTURE)));
  const rules = files.filter((file) => file.endsWith('.yaml') && !fixtures.has(file));
  const strays = files.filter((file) => !rules.includes(file) && !rules.includes(ruleOf(file)));
  return {
    definitions: rules
      .map((file) => ({
        id: file.slice(0, -'.yaml'.length).replaceAll('/', ':'),
        file: join(directory, file),
        hasFixture: fixtures.has(file.replace(/\.yaml$/, FIXTURE)),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    errors: strays.map((file) => ({
      file: join(directory, file),
      line: 1,
      column: 1,
      sentence: 'is neither a definition (<name>.yaml) nor the fixture of one (<name>.fixture.yaml)',
    })),
  };
}

/** The fixture beside a definition. */
export function fixtureOf(file: string): string {
  return file.replace(/\.yaml$/, FIXTURE);
}

function ruleOf(fixture: string): string {
  return fixture.replace(/\.fixture\.yaml$/, '.yaml');
}

/** Paths below the directory, with `/`. */
function filesIn(directory: string, family: string): string[] {
  return readdirSync(join(directory, family), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
