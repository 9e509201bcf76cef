import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { TransparencySettings } from '../../api/transparency/transparency-settings.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { verifierKey } from '../../tlog/signed-note.js';
import { LogReader } from '../../transparency/log.reader.js';
import { LogKey } from '../../transparency/log-key.js';
import { LogWriter } from '../../transparency/log-writer.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { StartedParts } from '../lifecycle/started-parts.js';

const DEMO_ORIGIN = 'demo.chainproof.example/log';

/** The transparency log that the service keeps, if it keeps one. */
class OpenLog {
  constructor(
    readonly key: LogKey | undefined,
    readonly writer: LogWriter | undefined,
  ) {}
}

@Module({
  imports: [DatabaseModule, ChainModule],
  providers: [
    {
      provide: OpenLog,
      inject: [Config, OpenDatabase, Chain, StartedParts, Logger],
      useFactory: open,
    },
    {
      provide: TransparencySettings,
      inject: [OpenLog, Pool],
      useFactory: ({ key }: OpenLog, apiPool: Pool) =>
        new TransparencySettings(
          key && { reader: new LogReader(apiPool), verifierKey: verifierKey(key.signer) },
        ),
    },
  ],
  exports: [TransparencySettings],
})
export class TransparencyModule implements OnApplicationBootstrap {
  constructor(private readonly log: OpenLog) {}

  onApplicationBootstrap(): void {
    this.log.writer?.start();
  }
}

function open(
  config: Config,
  { pool }: OpenDatabase,
  { demo }: Chain,
  parts: StartedParts,
  logger: Logger,
): OpenLog {
  const origin = config.logOrigin ?? (demo && DEMO_ORIGIN);
  if (origin === undefined) return new OpenLog(undefined, undefined);
  const key = LogKey.at(chainDirectory(config), origin);
  const writer = new LogWriter(pool, key, (why) => logger.error(`transparency log: ${why}`));
  parts.add(() => writer.stop());
  return new OpenLog(key, writer);
}
