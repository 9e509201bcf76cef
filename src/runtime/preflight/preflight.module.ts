import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Ports } from './ports.js';
import { Preflight } from './preflight.js';

@Module({
  providers: [
    { provide: Preflight, inject: [Config, Logger, StartedParts], useFactory: Preflight.check },
    { provide: Ports, inject: [Preflight], useFactory: ({ ports }: Preflight) => ports },
  ],
  exports: [Preflight, Ports],
})
export class PreflightModule {}
