import { type DynamicModule, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { createMetricRegistry } from '../../platform/metric/metric-registry.js';
import { StartedParts } from '../lifecycle/started-parts.js';

interface Settings {
  readonly config: Config;
  readonly logger: Logger;
  readonly parts: StartedParts;
}

/** What every part of a process may ask for: its settings, its log, its metrics, and where to note how it is stopped. */
@Module({})
export class SettingsModule {
  static of({ config, logger, parts }: Settings): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Logger, useValue: logger },
      { provide: StartedParts, useValue: parts },
      { provide: Registry, useFactory: createMetricRegistry },
    ];
    return { module: SettingsModule, global: true, providers, exports: providers };
  }
}
