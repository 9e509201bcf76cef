import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binding } from '../binding/binding.js';
import { tryBindings } from '../binding/read-bindings.js';
import type { Catalog, Definition } from '../model/definition.js';
import { type FileError, throwRefused } from '../schema/definitions-refused.js';
import { jsonSchemaText } from '../schema/json-schema.js';
import { YamlFile } from '../schema/yaml-file.js';
import { compileCatalog } from './compile-catalog.js';
import { definitionFiles, fixtureOf } from './definition-files.js';
import { type CodeAnalysis, LockFile } from './lock.js';
import { validateFixtures } from './validate-fixtures.js';

/** The content of a directory without errors. */
export interface ValidatedDefinitions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Definitions that were added to `lock.json` or changed in it. */
  readonly locked: readonly Definition[];
}

/**
 * Checks everything below a directory: definitions, fixtures, bindings of mainnet and of the demo chain,
 * `lock.json` and `schema.json`.
 *
 * @param analysis the installed code analysis
 * @param write whether to update the two JSON files instead of refusing them. A rule that changed without a
 * higher version is refused in any case
 * @throws DefinitionsRefused with all errors
 */
export function validateDefinitions(
  directory: string,
  analysis: CodeAnalysis,
  write: boolean,
): ValidatedDefinitions {
  const { bindings, errors: badBindings } = tryBindings([join(directory, 'bindings')]);
  const { catalog, files, errors } = compileCatalog(directory, bindings);
  const wrong = [
    ...badBindings,
    ...validateOverlay(join(directory, 'bindings', 'demo'), bindings),
    ...errors,
  ];
  if (catalog) wrong.push(...validateAllFixtures(directory, catalog));
  if (!catalog || wrong.length > 0) throwRefused(wrong);
  const { definitions } = catalog!;

  const lock = new LockFile(directory);
  lock.refuseSilentChanges(definitions, files);
  if (!write) {
    lock.refuseStaleEntries(definitions, files);
    lock.refuseOtherAnalysis(analysis);
  }
  const ofLock = [...lock.errors, ...[...files.values()].flatMap((file) => file.errors)];
  throwRefused(write ? ofLock : [...ofLock, ...staleSchema(directory)]);
  if (write) writeFileSync(schemaFile(directory), jsonSchemaText());
  const locked = write ? lock.write(definitions, analysis) : [];
  return { catalog: catalog!, bindings: bindings as ReadonlyMap<string, Binding>, locked };
}

function validateAllFixtures(directory: string, catalog: Catalog): readonly FileError[] {
  return definitionFiles(directory).definitions.flatMap(({ id, file, hasFixture }) => {
    if (!hasFixture) {
      return [
        { file, line: 1, column: 1, sentence: `has no fixture: ${fixtureOf(file)} must lie beside it` },
      ];
    }
    const fixture = YamlFile.read(fixtureOf(file));
    validateFixtures(fixture, catalog.definitions.find((definition) => definition.id === id)!, catalog);
    return fixture.errors;
  });
}

/**
 * A registry of the demo chain may have other entries than mainnet's, but not other fields, because both have
 * the same definitions.
 */
function validateOverlay(
  directory: string,
  below: ReadonlyMap<string, Binding | undefined>,
): readonly FileError[] {
  if (!existsSync(directory)) return [];
  const { bindings, errors } = tryBindings([directory]);
  const misfits = [...bindings].flatMap(([id, binding]) => {
    const replaced = below.get(id);
    const sentence = replaced
      ? `has other fields than the binding it replaces: ${replaced.fields.join(', ') || 'none'}`
      : 'replaces no binding';
    const fits = below.has(id) && (!binding || !replaced || sameTexts(binding.fields, replaced.fields));
    return fits ? [] : [{ file: join(directory, `${id}.yaml`), line: 1, column: 1, sentence }];
  });
  return [...errors, ...misfits];
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}

function schemaFile(directory: string): string {
  return join(directory, 'schema.json');
}

function staleSchema(directory: string): readonly FileError[] {
  const file = schemaFile(directory);
  if (existsSync(file) && readFileSync(file, 'utf8') === jsonSchemaText()) return [];
  return [
    {
      file,
      line: 1,
      column: 1,
      sentence: 'is not what the program reads: `definitions check --write` writes it',
    },
  ];
}
