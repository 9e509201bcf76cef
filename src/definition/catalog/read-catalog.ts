import type { Catalog } from '../model/definition.js';
import { throwRefused } from '../schema/definitions-refused.js';
import { compileCatalog } from './compile-catalog.js';
import { type CodeAnalysis, LockFile } from './lock.js';

/**
 * Reads and compiles everything under a directory, usually `definitions/`, and holds it against its `lock.json`. Fixtures are not read.
 *
 * @param bindings ids of the bindings there are
 * @throws DefinitionsRefused with everything that is wrong, file by file
 */
export function readCatalog(directory: string, bindings: ReadonlySet<string>): Catalog {
  // `definitions check` validates the fields of their entries.
  const fieldless = new Map([...bindings].map((id) => [id, undefined]));
  const { catalog, files, errors } = compileCatalog(directory, fieldless);
  throwRefused(errors);
  const { definitions } = catalog!;
  const lock = new LockFile(directory);
  lock.refuseSilentChanges(definitions, files);
  lock.refuseStaleEntries(definitions, files);
  throwRefused([...lock.errors, ...[...files.values()].flatMap((file) => file.errors)]);
  return catalog!;
}

/**
 * Definition sets are named with the locked analysis of code, so with another the same name would stand for other proofs.
 * @throws DefinitionsRefused
 */
export function requireLockedAnalysis(directory: string, installed: CodeAnalysis): void {
  const lock = new LockFile(directory);
  lock.refuseOtherAnalysis(installed);
  throwRefused(lock.errors);
}
