import { once } from 'node:events';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { startFacilitator } from '../../facilitator/facilitator.js';
import { privateKeyIn } from '../../facilitator/settler-key.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { chainDirectory } from '../../runtime/directory/chain-directory.js';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';
import { CommandModule } from '../command/command.module.js';
import { stopRequested } from '../command/stop-signals.js';

/** `facilitator`. */
@Module({ imports: [CommandModule] })
export class RunFacilitator {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly parts: StartedParts,
  ) {}

  async run(): Promise<void> {
    const { config } = this;
    const { keyFile, port, host, tokens } = config.facilitator;
    if (config.rpcUrls.length === 0) throw new Error('a facilitator settles on nodes: set RPC_URLS');
    if (keyFile === undefined)
      throw new Error('a facilitator pays for gas: set FACILITATOR_KEY_FILE to a file with a private key');
    const facilitator = await this.parts.start(
      () =>
        startFacilitator({
          ...{ rpcUrls: config.rpcUrls, privateKey: privateKeyIn(keyFile), tokens, host, port },
          directory: join(chainDirectory(config), 'facilitator'),
          logger: this.logger.with({ context: 'facilitator' }),
        }),
      (started) => started.stop(),
    );
    const stop = stopRequested();
    console.log(
      `settling ${facilitator.network} at ${facilitator.url}, gas paid by ${facilitator.address}: ${tokens.join(', ')}`,
    );
    if (!stop.aborted) await once(stop, 'abort');
  }
}
