import { join } from 'node:path';
import { fileReason } from '../../domain/text/file-failure.js';
import type { Config } from '../../platform/config/config.js';
import { LockHeld, ProcessLock } from '../../platform/process/process-lock.js';
import { chainDirectory } from './chain-directory.js';

/**
 * Makes this process the one that serves or rebuilds its chain's directory, until the returned function is called or the process ends; one
 * that was killed is passed over. Throws at once, naming the other or what is wrong with the directory, before anything of it is touched.
 */
export async function takeServiceLock(config: Config): Promise<() => void> {
  const directory = chainDirectory(config);
  try {
    return await new ProcessLock(join(directory, 'service')).take(0);
  } catch (error) {
    if (!(error instanceof LockHeld))
      throw new Error(`DATA_DIR ${config.dataDir} cannot be used: ${fileReason(error as Error)}`);
    throw new Error(
      `process ${error.holder.pid} already serves, rebuilds or fills ${directory}: stop it first, or set DATA_DIR to another directory`,
    );
  }
}
