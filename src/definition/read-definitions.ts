import { fileURLToPath } from 'node:url';
import type { Binding } from './binding/binding.js';
import { readBindings } from './binding/read-bindings.js';
import { readCatalog } from './catalog/read-catalog.js';
import type { Catalog } from './model/definition.js';

/** The definitions of this checkout, seen from the compiled file. */
export const DEFINITIONS = fileURLToPath(new URL('../../../definitions', import.meta.url));

export interface Definitions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
}

const read = new Map<boolean, Definitions>();

/**
 * The definitions of this checkout, read once per process. @param isDemo the demo chain's registries in place of mainnet's
 * @throws DefinitionsRefused
 */
export function readDefinitions(isDemo: boolean): Definitions {
  const definitions = read.get(isDemo) ?? readFromFiles(isDemo);
  read.set(isDemo, definitions);
  return definitions;
}

function readFromFiles(isDemo: boolean): Definitions {
  const bindings = readBindings(bindingDirectories(isDemo));
  return { catalog: readCatalog(DEFINITIONS, new Set(bindings.keys())), bindings };
}

/** Where the registries of a chain are; a file of a later directory replaces the one of the same name. */
export function bindingDirectories(isDemo: boolean): readonly string[] {
  return [`${DEFINITIONS}/bindings`, ...(isDemo ? [`${DEFINITIONS}/bindings/demo`] : [])];
}
