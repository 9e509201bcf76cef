import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { TransparencySettings } from '../../api/transparency/transparency-settings.js';
import { Leadership } from '../../ingestion/leadership.js';
import { Config } from '../../platform/config/config.js';
import { follows } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { verifierKey } from '../../tlog/note-key.js';
import { LogReader } from '../../transparency/log.reader.js';
import { LogKey } from '../../transparency/log-key.js';
import { LogMetrics } from '../../transparency/log-metrics.js';
import { LogWriter } from '../../transparency/log-writer.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { logOrigin } from './log-origin.js';

/** The transparency log that the service keeps, if it keeps one; its writer, if this process may write. */
export class OpenLog {
  constructor(
    readonly key: LogKey | undefined,
    readonly writer: LogWriter | undefined,
  ) {}
}

@Module({
  imports: [DatabaseModule, ChainModule, IngestionModule],
  providers: [
    {
      provide: OpenLog,
      inject: [Config, OpenDatabase, StartedParts, Logger, Leadership, Registry],
      useFactory: open,
    },
    {
      provide: TransparencySettings,
      inject: [OpenLog, Pool],
      useFactory: ({ key }: OpenLog, apiPool: Pool) =>
        new TransparencySettings(
          key && { reader: new LogReader(apiPool), verifierKeys: key.signers.map(verifierKey) },
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
  parts: StartedParts,
  logger: Logger,
  leadership: Leadership,
  registry: Registry,
): OpenLog {
  const origin = logOrigin(config);
  if (origin === undefined) return new OpenLog(undefined, undefined);
  const directory = chainDirectory(config);
  const file = join(directory, 'log.key');
  if (!follows(config.role) && !existsSync(file))
    throw new Error(`${file} is missing: copy it from the process that keeps the log ${origin}`);
  const key = LogKey.at(directory, origin);
  if (!follows(config.role)) return new OpenLog(key, undefined);
  const metrics = new LogMetrics(registry);
  const writer = new LogWriter(pool, key, () => leadership.isHeld, {
    onRefusal: (why) => logger.error(`transparency log: ${why}`),
    onSigned: (entries) => metrics.signed(entries),
  });
  parts.add(() => writer.stop());
  return new OpenLog(key, writer);
}
