import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Config, readConfig } from '../../platform/config/config.js';
import { createLogger, Logger } from '../../platform/log/logger.js';
import { Database } from '../../runtime/database/database.js';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';

const providers = [
  StartedParts,
  Database,
  { provide: Config, useFactory: () => readConfig(process.env) },
  { provide: Logger, inject: [Config], useFactory: ({ logLevel }: Config) => createLogger(logLevel) },
];

/** What every command may need. The database is opened when a command first requests it. */
@Global()
@Module({ imports: [CqrsModule.forRoot()], providers, exports: providers })
export class CommandModule {}
