import type { Catalog } from '../model/definition.js';
import { throwRefused } from '../schema/definitions-refused.js';
import { compileCatalog } from './compile-catalog.js';
import { type CodeAnalysis, LockFile } from './lock.js';

/**
 * Reads and compiles the definitions below a directory, usually `definitions/`, and compares them with its
 * `lock.json`. Fixtures are not read.
 *
 * @param bindings ids of all existing bindings
 * @throws DefinitionsRefused with all errors, file by file
 */
export function readCatalog(directory: string, bindings: ReadonlySet<string>): Catalog {
  // Without the fields of bindings: only `definitions check` compares those.
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
 * Refuses another code analysis than the locked one. The digest of a definition set covers the locked
 * analysis, so with another one the same digest would stand for other proofs.
 * @throws DefinitionsRefused
 */
export function requireLockedAnalysis(directory: string, installed: CodeAnalysis): void {
  const lock = new LockFile(directory);
  lock.refuseOtherAnalysis(installed);
  throwRefused(lock.errors);
}
