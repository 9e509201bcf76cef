import { fileURLToPath } from 'node:url';
import type { ForkSchedule } from '../domain/chain/protocol/fork-schedule.js';
import { readForkSchedule } from './binding/fork-schedule.js';
import { type Bindings, readBindings } from './binding/read-bindings.js';
import { readCatalog } from './catalog/read-catalog.js';
import type { Catalog } from './model/definition.js';

/** Path of `definitions/` in this checkout, relative to the compiled file. */
export const DEFINITIONS = fileURLToPath(new URL('../../../definitions', import.meta.url));

export interface Definitions {
  readonly catalog: Catalog;
  readonly bindings: Bindings;
}

// Read once in a process, because parsing takes most of the time of a start.
const registries = new Map<boolean, Bindings>();
const definitions = new Map<boolean, Definitions>();
let forks: ForkSchedule | undefined;

/**
 * The definitions of this checkout. Each call for the same chain returns the same objects.
 * @param isDemo whether to use the registries of the demo chain instead of mainnet's
 * @throws DefinitionsRefused
 */
export function readDefinitions(isDemo: boolean): Definitions {
  let found = definitions.get(isDemo);
  if (found === undefined) {
    const bindings = readRegistries(isDemo);
    found = { catalog: readCatalog(DEFINITIONS, new Set(bindings.keys())), bindings };
    definitions.set(isDemo, found);
  }
  return found;
}

/** The definitions without registries: they are the same for every chain. @throws DefinitionsRefused */
export function readAnyCatalog(): Catalog {
  const [known] = definitions.values();
  return (known ?? readDefinitions(false)).catalog;
}

/** The registries of a chain. @throws DefinitionsRefused */
export function readRegistries(isDemo: boolean): Bindings {
  let found = registries.get(isDemo);
  if (found === undefined) {
    found = readBindings(bindingDirectories(isDemo));
    registries.set(isDemo, found);
  }
  return found;
}

/** Mainnet's fork schedule. @throws BadBinding */
export function readForks(): ForkSchedule {
  forks ??= readForkSchedule(`${DEFINITIONS}/bindings/fork-schedule.yaml`).schedule;
  return forks;
}

/**
 * Directories of the registries of a chain. A file in a later directory replaces the file of the same name.
 */
export function bindingDirectories(isDemo: boolean): readonly string[] {
  return [`${DEFINITIONS}/bindings`, ...(isDemo ? [`${DEFINITIONS}/bindings/demo`] : [])];
}
