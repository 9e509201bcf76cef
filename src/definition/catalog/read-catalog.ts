import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256Hex } from '../../kernel/canonical/canonical-json.js';
import { definitionFile } from '../schema/definition-file.js';
import { DefinitionsRefused, type Problem } from '../schema/problem.js';
import { YamlFile } from '../schema/yaml-file.js';
import { type CompiledDefinition, compileDefinition } from './compile-definition.js';
import { SourceNumbers } from './compile-source.js';
import type { Catalog, ChainRequirement, Definition } from './definition.js';
import { strataOf } from './strata.js';

export interface ReadCatalog extends Catalog {
  /** Hex digests of the compiled rules, by id. */
  readonly digests: ReadonlyMap<string, string>;
}

interface Source {
  readonly file: YamlFile;
  readonly definition: CompiledDefinition;
}

/**
 * Reads and compiles every definition under a directory.
 * @param bindings ids of the bindings there are
 * @throws DefinitionsRefused with every problem of every file
 */
export function readCatalog(directory: string, bindings: ReadonlySet<string>): ReadCatalog {
  const problems: Problem[] = [];
  const numbers = new SourceNumbers();
  const read = definitionFiles(directory).flatMap((path) => {
    try {
      return [readDefinition(directory, path, numbers)];
    } catch (error) {
      if (!(error instanceof DefinitionsRefused)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  const byId = new Map(read.map((one) => [one.definition.id, one]));
  for (const { file, definition } of read) {
    const before = file.problems.length;
    for (const id of definition.dependsOn)
      if (!byId.has(id)) file.refuse(['dependsOn'], `there is no definition ${id}`);
    for (const id of definition.bindings)
      if (!bindings.has(id)) file.refuse(['bindings'], `there is no binding ${id}`);
    problems.push(...file.problems.slice(before));
  }
  if (problems.length > 0) throw new DefinitionsRefused(problems);
  const definitions = settled(byId);
  return {
    definitions,
    sources: numbers.sources,
    digest: sha256Hex(
      definitions.map(({ id, definitionVersion }) => `${id}@${definitionVersion}\n`).join(''),
    ),
    digests: new Map(read.map(({ definition: { id, digest } }) => [id, digest])),
  };
}

/** Paths of the definition files under a directory, ascending. */
export function definitionFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        path.includes('/') &&
        path.endsWith('.yaml') &&
        !path.endsWith('.fixture.yaml') &&
        !path.startsWith('bindings/'),
    )
    .sort()
    .map((path) => join(directory, path));
}

function readDefinition(directory: string, path: string, numbers: SourceNumbers): Source {
  const file = new YamlFile(path);
  const written = file.read(definitionFile);
  const stated = relative(directory, path)
    .replace(/\.yaml$/, '')
    .replaceAll('/', ':');
  if (written.id !== stated) file.refuse(['id'], `this file is the place of ${stated}`);
  const definition = compileDefinition(written, numbers, (at, message) => file.refuse(at, message));
  if (file.problems.length > 0) throw new DefinitionsRefused(file.problems);
  return { file, definition };
}

/** With what follows from what they depend on. */
function settled(byId: ReadonlyMap<string, Source>): Definition[] {
  const dependencies = new Map([...byId].map(([id, { definition }]) => [id, definition.dependsOn]));
  const sorted = strataOf(dependencies);
  if ('cycle' in sorted) {
    const { file } = byId.get(sorted.cycle[0]!)!;
    file.refuse(['dependsOn'], `definitions depend on one another: ${sorted.cycle.join(' -> ')}`);
    throw new DefinitionsRefused(file.problems);
  }
  const required = new Map<string, ReadonlySet<ChainRequirement>>();
  const ids = [...byId.keys()].sort((a, b) => sorted.strata.get(a)! - sorted.strata.get(b)!);
  for (const id of ids) {
    const { requires, dependsOn } = byId.get(id)!.definition;
    required.set(
      id,
      new Set([...requires, ...dependsOn.flatMap((dependency) => [...required.get(dependency)!])]),
    );
  }
  return [...byId.values()]
    .map(({ definition: { digest: _, ...definition } }) => ({
      ...definition,
      requires: [...required.get(definition.id)!].sort(),
      stratum: sorted.strata.get(definition.id)!,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
