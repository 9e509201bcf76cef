import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../../platform/config/config.js';
import { createLogger } from '../../platform/log/logger.js';
import { chainDirectory } from '../../runtime/settings/chain-directory.js';
import { stopRequested } from '../command/stop-signals.js';

/** Runs `facilitator`. */
export async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { keyFile, port, host, tokens } = config.facilitator;
  if (config.rpcUrls.length === 0) throw new Error('a facilitator settles on nodes: set RPC_URLS');
  if (keyFile === undefined)
    throw new Error('a facilitator pays for gas: set FACILITATOR_KEY_FILE to a file with a private key');
  const logger = createLogger(config.logLevel).with({ context: 'facilitator' });
  const { startFacilitator } = await import('../../facilitator/facilitator.js');
  const { privateKeyIn } = await import('../../facilitator/settler-key.js');
  const facilitator = await startFacilitator({
    ...{ rpcUrls: config.rpcUrls, privateKey: privateKeyIn(keyFile), tokens },
    ...{ directory: join(chainDirectory(config), 'facilitator'), host, port, logger },
  });
  const stop = stopRequested();
  console.log(
    `settling ${facilitator.network} at ${facilitator.url}, gas paid by ${facilitator.address}: ${tokens.join(', ')}`,
  );
  if (!stop.aborted) await once(stop, 'abort');
  await facilitator.stop();
}
