import { basename, join } from 'node:path';
import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import { type BindingText, bindingSchema, countedEntries } from '../schema/binding.schema.js';
import { type FileError, throwRefused } from '../schema/definitions-refused.js';
import { directoryEntries, wrongFile } from '../schema/directory-entries.js';
import { YamlFile } from '../schema/yaml-file.js';
import type { Binding } from './binding.js';
import { intervalsOf } from './membership-intervals.js';

/** The fork schedule has a format of its own, which `fork-schedule.ts` reads. */
const OWN_FORMAT = 'fork-schedule.yaml';

/** Name of the directory with the registries of the demo chain, inside that of mainnet's. */
const DEMO = 'demo';

/** Bindings by id. */
export type Bindings = ReadonlyMap<string, Binding>;

/** Bindings by id; undefined for a binding whose file has errors. */
export interface ReadBindings {
  readonly bindings: ReadonlyMap<string, Binding | undefined>;
  readonly errors: readonly FileError[];
}

/**
 * Reads the bindings of directories; a file of a later one replaces the binding of the same id.
 *
 * @throws DefinitionsRefused
 */
export function readBindings(directories: readonly string[]): Bindings {
  const { bindings, errors } = tryBindings(directories);
  throwRefused(errors);
  return bindings as Bindings;
}

/** As `readBindings`, but returns the errors beside the bindings without errors. */
export function tryBindings(directories: readonly string[]): ReadBindings {
  const errors: FileError[] = [];
  const found = directories.map(bindingFiles);
  errors.push(...found.flatMap((one) => one.errors));
  const bindings = new Map(
    found
      .flatMap(({ files }) => files)
      .map((file) => {
        const read = readBinding(file);
        errors.push(...read.errors);
        return [idOf(file), read.errors.length > 0 ? undefined : read.binding] as const;
      }),
  );
  return { bindings, errors };
}

function bindingFiles(directory: string): { files: readonly string[]; errors: readonly FileError[] } {
  const { files, directories, errors } = directoryEntries(directory);
  const of = (name: string): string => join(directory, name);
  return {
    files: files.filter((name) => name.endsWith('.yaml') && name !== OWN_FORMAT).map(of),
    errors: [
      ...errors,
      ...files
        .filter((name) => !name.endsWith('.yaml'))
        .map((name) => wrongFile(of(name), 'is no registry (<name>.yaml)')),
      ...directories
        .filter((name) => name !== DEMO)
        .map((name) => wrongFile(of(name), 'is a directory, which no chain reads')),
    ],
  };
}

function idOf(file: string): string {
  return basename(file, '.yaml');
}

function readBinding(name: string): { binding: Binding | undefined; errors: readonly FileError[] } {
  const file = YamlFile.read(name);
  const text = file.as(bindingSchema);
  if (text === undefined) return { binding: undefined, errors: file.errors };
  if (text.id !== idOf(name)) file.refuse(['id'], `must be ${idOf(name)}, as the file is named`);
  validateSources(file, text);
  const members = intervalsOf(file, { ...text, entries: countedEntries(text) });
  // The digest of a list with errors would be wrong as well.
  if (file.errors.length === 0) validateDigest(file, text);
  const { id, versions, digest, fields } = text;
  const source = Object.values(text.sources)
    .map(({ what, read }) => `${what} (read ${read})`)
    .join('; ');
  const selfDeclared = selfDeclaredKeys(text);
  return {
    binding: {
      ...{ id, source, versions, digest, fields, members },
      ...(selfDeclared.size > 0 && { selfDeclared }),
    },
    errors: file.errors,
  };
}

function selfDeclaredKeys({ sources, entries }: BindingText): ReadonlySet<string> {
  const newest = new Map(entries.map(({ key, source }) => [key, sources[source]]));
  return new Set([...newest].flatMap(([key, source]) => (source?.selfDeclared ? [key] : [])));
}

function validateSources(file: YamlFile, { sources, versions, entries }: BindingText): void {
  for (const [i, { source }] of entries.entries())
    if (!Object.hasOwn(sources, source))
      file.refuse(['entries', i, 'source'], `is ${source}, which is none of the sources`);
  for (const [i, { source }] of versions.entries())
    if (source !== undefined && !Object.hasOwn(sources, source))
      file.refuse(['versions', i, 'source'], `is ${source}, which is none of the sources`);
  const used = new Set([...versions, ...entries].map(({ source }) => source));
  for (const source of Object.keys(sources))
    if (!used.has(source)) file.refuse(['sources', source], 'is the source of no entry');
}

function validateDigest(file: YamlFile, text: BindingText): void {
  const { versions, digest } = text;
  const counted = versions.map(({ version, validFrom }) => ({ version, validFrom }));
  const right = digestText(canonicalJson({ versions: counted, entries: countedEntries(text) }));
  if (digest !== right) file.refuse(['digest'], `must be ${right}, the digest of versions and entries`);
}
