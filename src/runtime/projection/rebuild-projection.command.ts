import { setTimeout } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { VERSION_AGE_MS } from '../../api/http/response-cache.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { Config } from '../../platform/config/config.js';
import { ExclusiveDatabase } from '../database/exclusive-database.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { chainKind } from '../settings/chain-kind.js';
import { allProjectors } from './projectors.js';

/**
 * Processes that answer over the same database notice within half of this time, and have finished their
 * answers by its end.
 */
const NOTICED_MS = 2 * VERSION_AGE_MS;

/** Empties a projection and folds the whole chain log into it again. */
export class RebuildProjection extends Command<void> {
  constructor(readonly name: string) {
    super();
  }
}

@CommandHandler(RebuildProjection)
export class RebuildProjectionHandler implements ICommandHandler<RebuildProjection> {
  constructor(
    private readonly config: Config,
    private readonly database: ExclusiveDatabase,
  ) {}

  /** @throws Error naming the existing projections */
  async execute({ name }: RebuildProjection): Promise<void> {
    const projectors = allProjectors(chainKind(this.config));
    const projector = projectors.find((one) => one.name === name);
    if (!projector)
      throw new Error(
        `there is no projection ${name}: choose one of ${[...projectors.map((one) => one.name), 'name', 'graph'].join(', ')}`,
      );
    await this.database.write(async (pool, lease) => {
      const meter = new ProgressMeter(`rebuilding ${projector.name}`, 'events');
      const runner = new ProjectionRunner(pool, lease);
      await runner.catchUpSources(projector, projectors);
      await runner.rebuild(
        projector,
        ({ position, end }) => meter.show(position, end),
        () => setTimeout(NOTICED_MS),
      );
      await runner.catchUpReaders(projector, projectors);
    });
  }
}
