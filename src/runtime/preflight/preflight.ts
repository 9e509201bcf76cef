import { existsSync } from 'node:fs';
import type { Config } from '../../platform/config/config.js';
import { answers } from '../../platform/config/role.js';
import type { Logger } from '../../platform/log/logger.js';
import { sayIfSlow } from '../../platform/log/say-if-slow.js';
import { probePort } from '../../platform/process/free-port.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { takeServiceLock } from '../directory/service-lock.js';
import type { StartedParts } from '../lifecycle/started-parts.js';
import { readGenesisFile, type StatedGenesis } from '../settings/genesis-file.js';
import { contactNodes, type NodeContact } from './node-contact.js';
import { Ports } from './ports.js';
import { noteRecovery } from './recovery-note.js';

/** What a start finds out before it opens anything. */
export class Preflight {
  constructor(
    readonly ports: Ports,
    /** The result of asking the configured nodes; absent for the demo chain. */
    readonly contact: NodeContact | undefined,
    /** What the genesis file states, if one is named. */
    readonly genesis: StatedGenesis | undefined,
  ) {}

  /**
   * Makes the cheapest checks first. A directory that is there is locked before its ports are probed, so that a second start names the process
   * that has both. A new directory is made after them, so that a start whose ports are taken leaves none.
   */
  static async check(config: Config, logger: Logger, parts: StartedParts): Promise<Preflight> {
    // A process that only answers has no chain to begin.
    const genesis = config.role === 'api' ? undefined : await readGenesisFile(config.genesisFile);
    const isDirectoryThere = existsSync(chainDirectory(config));
    if (isDirectoryThere) parts.add(await takeServiceLock(config));
    const api = await usablePort(config, config.port);
    const pay = isPaidApiEnabled(config) ? await usablePort(config, config.pay.port) : undefined;
    if (!isDirectoryThere) parts.add(await takeServiceLock(config));
    noteRecovery(logger);
    const contact =
      config.rpcUrls.length > 0
        ? await sayIfSlow(
            'asking the nodes what they can give',
            (line) => logger.info(line),
            () => contactNodes(config.rpcUrls),
          )
        : undefined;
    return new Preflight(new Ports(api, pay), contact, genesis);
  }
}

/** A port of `HOST` that can be listened on. @throws Error naming `HOST` where it is no address of this machine */
async function usablePort({ host }: Config, port: number): Promise<number> {
  try {
    return await probePort(port, host);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (['EADDRINUSE', 'EACCES'].includes(code)) throw error;
    throw new Error(`HOST ${host} is no address that this machine can listen on: ${message}`);
  }
}

/** Whether single calls are sold: with a configured recipient, and on the demo chain. */
function isPaidApiEnabled({ pay, rpcUrls, role }: Config): boolean {
  return answers(role) && (pay.to !== undefined || rpcUrls.length === 0);
}
