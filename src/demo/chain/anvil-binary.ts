import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const PLATFORM_PACKAGE = '@foundry-rs/anvil-linux-amd64';

/**
 * Path of an `anvil` that runs on this machine: that of the npm package if it is installed, else the first on
 * the PATH.
 *
 * @throws Error that says what to install if there is neither
 */
export function findAnvil(path: string = process.env.PATH ?? ''): string {
  const candidates = [packagedAnvil(), ...path.split(delimiter).map((folder) => join(folder, 'anvil'))];
  const found = candidates.find((file) => file !== undefined && isRunnable(file));
  if (found === undefined) {
    throw new Error(
      `The demo chain needs anvil: neither the npm package ${PLATFORM_PACKAGE} nor an "anvil" on the PATH was found. ` +
        'Install Foundry (https://getfoundry.sh), or set RPC_URLS to follow a node of your own instead.',
    );
  }
  return found;
}

function packagedAnvil(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PLATFORM_PACKAGE}/package.json`);
    return join(dirname(manifest), 'bin', 'anvil');
  } catch {
    return undefined; // an optional dependency: absent on other platforms
  }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
