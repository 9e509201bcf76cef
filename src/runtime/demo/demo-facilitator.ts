import { join } from 'node:path';
import type { DemoChain } from '../../demo/demo-chain.js';
import type { DemoPayments } from '../../demo/demo-payments.js';
import type { Address } from '../../domain/chain/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { type Facilitator, startFacilitator } from '../../facilitator/facilitator.js';
import type { Config } from '../../platform/config/config.js';
import type { Logger } from '../../platform/log/logger.js';
import { chainDirectory } from '../directory/chain-directory.js';

/** Starts the facilitator of the demo chain, on a free port of the loopback: it settles the demo's dollar. */
export async function startDemoFacilitator(
  config: Config,
  demo: DemoChain,
  { token, settlerKey }: DemoPayments,
  logger: Logger,
): Promise<Facilitator> {
  return startFacilitator({
    rpcUrls: [demo.url],
    privateKey: settlerKey,
    tokens: [parseAddress(token.address) as Address],
    directory: join(chainDirectory(config), 'facilitator'),
    host: '127.0.0.1',
    port: 0,
    logger: logger.with({ context: 'facilitator' }),
  });
}
