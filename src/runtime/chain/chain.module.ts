import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Preflight } from '../preflight/preflight.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { Chain, openChain } from './chain.js';

@Module({
  imports: [PreflightModule, DatabaseModule],
  providers: [
    {
      provide: Chain,
      inject: [Config, OpenDatabase, Preflight, Logger, StartedParts],
      useFactory: openChain,
    },
  ],
  exports: [Chain],
})
export class ChainModule {}
