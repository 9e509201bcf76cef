import type { Config } from '../../platform/config/config.js';
import { answers } from '../../platform/config/role.js';
import type { Logger } from '../../platform/log/logger.js';
import { probePort } from '../../platform/process/free-port.js';
import { takeServiceLock } from '../directory/service-lock.js';
import type { StartedParts } from '../lifecycle/started-parts.js';
import { contactNodes, type NodeContact } from './node-contact.js';
import { Ports } from './ports.js';
import { noteRecovery } from './recovery-note.js';

/** What a start finds out before it opens anything. */
export class Preflight {
  constructor(
    readonly ports: Ports,
    /** The result of asking the configured nodes; absent for the demo chain. */
    readonly contact: NodeContact | undefined,
  ) {}

  /** Checks what is cheapest to refuse first, and takes the lock before anything else. */
  static async check(config: Config, logger: Logger, parts: StartedParts): Promise<Preflight> {
    const api = await probePort(config.port, config.host);
    const pay = isPaidApiEnabled(config) ? await probePort(config.pay.port, config.host) : undefined;
    parts.add(await takeServiceLock(config));
    noteRecovery(logger);
    const contact = config.rpcUrls.length > 0 ? await contactNodes(config.rpcUrls) : undefined;
    return new Preflight(new Ports(api, pay), contact);
  }
}

/** Whether single calls are sold: with a configured recipient, and on the demo chain. */
function isPaidApiEnabled({ pay, rpcUrls, role }: Config): boolean {
  return answers(role) && (pay.to !== undefined || rpcUrls.length === 0);
}
