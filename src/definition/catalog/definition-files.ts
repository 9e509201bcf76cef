import { join } from 'node:path';
import type { FileError } from '../schema/definitions-refused.js';
import { type DirectoryEntries, directoryEntries, wrongFile } from '../schema/directory-entries.js';

/** The files under `definitions/`, by their kind. */
export interface DefinitionFiles {
  /** Ascending by id. */
  readonly definitions: readonly DefinitionFile[];
  /** Files of no known kind, and fixtures without a definition. */
  readonly errors: readonly FileError[];
}

interface DefinitionFile {
  /** The id that follows from the path: `derived/account_type/eoa.yaml` is `derived:account_type:eoa`. */
  readonly id: string;
  readonly file: string;
  readonly hasFixture: boolean;
}

const FIXTURE = '.fixture.yaml';
const NEITHER = 'is neither a definition (<name>.yaml) nor the fixture of one (<name>.fixture.yaml)';
const NO_FAMILIES = new Set(['bindings', 'canonicity']);

export function definitionFiles(directory: string): DefinitionFiles {
  const top = directoryEntries(directory);
  const families = top.directories
    .filter((name) => !NO_FAMILIES.has(name))
    .map((name) => below(directory, name));
  const files = families.flatMap((family) => family.files);
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
    errors: [
      ...[top, ...families].flatMap(({ errors }) => errors),
      ...strays.map((file) => wrongFile(join(directory, file), NEITHER)),
      ...top.files
        .filter((name) => /\.ya?ml$/.test(name))
        .map((name) => wrongFile(join(directory, name), 'lies in no family: a definition has a directory')),
    ],
  };
}

/** Path of the fixture beside a definition. */
export function fixtureOf(file: string): string {
  return file.replace(/\.yaml$/, FIXTURE);
}

function ruleOf(fixture: string): string {
  return fixture.replace(/\.fixture\.yaml$/, '.yaml');
}

/** Paths, with `/`, of all files below a directory of `directory`, at any depth. */
function below(directory: string, path: string): Pick<DirectoryEntries, 'files' | 'errors'> {
  const { files, directories, errors } = directoryEntries(join(directory, path));
  const inside = directories.map((name) => below(directory, `${path}/${name}`));
  return {
    files: [...files.map((name) => `${path}/${name}`), ...inside.flatMap((one) => one.files)],
    errors: [...errors, ...inside.flatMap((one) => one.errors)],
  };
}
