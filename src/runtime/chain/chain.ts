import type { Genesis } from '../../ingestion/append/verified-source.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/log/logger.js';
import type { OpenDatabase } from '../database/open-database.js';
import type { Demo } from '../demo/start-demo.js';
import type { StartedParts } from '../lifecycle/started-parts.js';
import { contactNodes, type NodeContact } from '../preflight/node-contact.js';
import type { Preflight } from '../preflight/preflight.js';
import { genesisFrom } from './genesis.js';

/** The chain that the service follows, and who gives its data. */
export abstract class Chain {
  abstract readonly rpcUrls: readonly string[];
  /** Empty where validator queues are not sampled. */
  abstract readonly beaconUrls: readonly string[];
  abstract readonly genesis: Genesis;
  /** The result of asking the nodes at the start. */
  abstract readonly contact: NodeContact;
  /** Present when no node is configured. */
  abstract readonly demo?: Demo;
}

/** The chain of the configured nodes; without any the demo chain, which is started. */
export async function openChain(
  config: Config,
  { pool }: OpenDatabase,
  { contact, genesis }: Preflight,
  logger: Logger,
  parts: StartedParts,
): Promise<Chain> {
  if (contact) {
    const { rpcUrls, beaconUrls, firstBlock = 0 } = config;
    return { rpcUrls, beaconUrls, contact, genesis: genesisFrom(firstBlock, genesis) };
  }
  // With viem, a quarter of what a service loads.
  const { startDemo } = await import('../demo/start-demo.js');
  const demo = await startDemo(config, pool, logger, parts);
  const { url, firstBlock } = demo.chain;
  return {
    ...{ rpcUrls: [url], beaconUrls: [demo.beacon.url], demo },
    contact: await contactNodes([url]),
    genesis: genesisFrom(firstBlock, genesis ?? demo.chain.genesis),
  };
}
