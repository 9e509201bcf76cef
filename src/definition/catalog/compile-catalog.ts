import type { Binding } from '../binding/binding.js';
import type { Catalog, Definition } from '../model/definition.js';
import { definitionSchema } from '../schema/definition.schema.js';
import type { FileError } from '../schema/definitions-refused.js';
import { YamlFile } from '../schema/yaml-file.js';
import { compileDefinition, distinct, type LooseDefinition } from './compile-definition.js';
import { definitionFiles } from './definition-files.js';
import { lockedAnalysis } from './lock.js';
import { SourceTable } from './source-table.js';
import { strataOf } from './strata.js';

/** The definitions of a directory as far as they can be compiled. */
export interface CompiledCatalog {
  /** Undefined when there are errors. */
  readonly catalog: Catalog | undefined;
  /**
   * Files of the definitions that could be compiled, by id, so that later checks can refuse parts of them.
   */
  readonly files: ReadonlyMap<string, YamlFile>;
  readonly errors: readonly FileError[];
}

/**
 * Compiles every definition of a directory. It reads no fixtures, and only the code analysis from
 * `lock.json`.
 */
export function compileCatalog(
  directory: string,
  bindings: ReadonlyMap<string, Binding | undefined>,
): CompiledCatalog {
  const found = definitionFiles(directory);
  const analysis = lockedAnalysis(directory);
  const sources = new SourceTable(analysis);
  const surroundings = { sources, bindings, ids: new Set(found.definitions.map(({ id }) => id)) };
  const all: YamlFile[] = [];
  const files = new Map<string, YamlFile>();
  const loose: LooseDefinition[] = [];
  for (const { id, file: name } of found.definitions) {
    const file = YamlFile.read(name);
    all.push(file);
    const text = file.as(definitionSchema);
    if (text === undefined) continue;
    loose.push(compileDefinition(file, id, text, surroundings));
    files.set(id, file);
  }
  const definitions = inStrata(loose, files);
  const errors = [...found.errors, ...all.flatMap((file) => file.errors)];
  const catalog = { definitions, sources: sources.sources, ...(analysis && { analysis }) };
  return { catalog: errors.length > 0 ? undefined : catalog, files, errors };
}

/**
 * Adds to each definition its stratum and what the definitions below it require. Refuses a cycle, and returns
 * none then.
 */
function inStrata(
  loose: readonly LooseDefinition[],
  files: ReadonlyMap<string, YamlFile>,
): readonly Definition[] {
  const strata = strataOf(loose);
  if ('cycle' in strata) {
    files
      .get(strata.cycle[0]!)!
      .refuse(['dependsOn'], `goes round in a circle: ${strata.cycle.join(' -> ')}`);
    return [];
  }
  const byId = new Map<string, Definition>();
  const upwards = [...loose].sort((a, b) => strata.get(a.id)! - strata.get(b.id)!);
  for (const definition of upwards) {
    const below = definition.dependsOn.flatMap((id) => byId.get(id)?.requires ?? []);
    byId.set(definition.id, {
      ...definition,
      requires: distinct([...definition.requires, ...below]),
      stratum: strata.get(definition.id)!,
    });
  }
  return loose.map(({ id }) => byId.get(id)!);
}
