import { join } from 'node:path';
import { type Bindings, readBindings } from '../binding/read-bindings.js';
import { refuseBadFiles } from '../schema/bad-files.js';
import { compileCatalog } from './compile-catalog.js';
import type { Catalog } from './definition.js';
import { LockFile } from './lock.js';

/**
 * Reads and compiles everything under a directory, usually `definitions/`, and holds it against its `lock.json`. Fixtures are not read.
 *
 * @param bindings if they are there already; default those under `bindings/`
 * @throws BadFiles with everything that is wrong, file by file
 */
export function readCatalog(
  directory: string,
  bindings: Bindings = readBindings([join(directory, 'bindings')]),
): Catalog {
  const { catalog, files, errors } = compileCatalog(directory, bindings);
  refuseBadFiles(errors);
  const { definitions } = catalog!;
  const lock = new LockFile(directory);
  lock.refuseSilentChanges(definitions, files);
  lock.refuseStaleEntries(definitions, files);
  refuseBadFiles([...lock.errors, ...[...files.values()].flatMap((file) => file.errors)]);
  return catalog!;
}
