import { availableParallelism } from 'node:os';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Registry } from 'prom-client';
import { shardsAlone } from '../../engine/shards/shard-of.js';
import { Config } from '../../platform/config/config.js';
import { BalanceMetrics } from '../../projection/balance/balance-metrics.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { chainKind } from '../settings/chain-kind.js';
import { CatchUpProjections, CatchUpProjectionsHandler } from './catch-up-projections.command.js';
import { allProjectors, Projectors } from './projectors.js';
import { addStoreMetrics } from './store-metrics.js';

/** Modules that read or write projections import this one: Nest bootstraps it before them, and it brings projections up to date first. */
@Module({
  imports: [DatabaseModule],
  providers: [
    CatchUpProjectionsHandler,
    {
      provide: Projectors,
      // The definitions are read once the database is open: what is cheaper to refuse comes first.
      inject: [Config, Registry, OpenDatabase],
      useFactory: (config: Config, registry: Registry, { url, pool }: OpenDatabase) => {
        const shards = config.role === 'evaluate' ? shardsAlone(availableParallelism()) : 1;
        const all = allProjectors(chainKind(config), new BalanceMetrics(registry), {
          ...{ shards, databaseUrl: url },
        });
        addStoreMetrics(
          registry,
          pool,
          all.map(({ name }) => name),
        );
        return new Projectors(all);
      },
    },
  ],
  exports: [Projectors],
})
export class ProjectionModule implements OnApplicationBootstrap {
  constructor(private readonly commands: CommandBus) {}

  onApplicationBootstrap(): Promise<void> {
    return this.commands.execute(new CatchUpProjections());
  }
}
