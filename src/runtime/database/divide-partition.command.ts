import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { divideFirstPartition } from '../../platform/postgres/partitions/divide-first-partition.js';
import { restoreReadIndexes } from '../../platform/postgres/read-indexes.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { ExclusiveDatabase } from './exclusive-database.js';

/** Moves rows of blocks that an earlier version has in one partition to partitions of their own; returns how many were made. */
export class DividePartition extends Command<number> {}

@CommandHandler(DividePartition)
export class DividePartitionHandler implements ICommandHandler<DividePartition> {
  constructor(private readonly database: ExclusiveDatabase) {}

  execute(): Promise<number> {
    return this.database.write(async (pool, lease) => {
      const blocks = new ProgressMeter('dividing', 'blocks');
      const made = await divideFirstPartition(
        pool,
        (tx) => lease.assertHeld(tx),
        (done, total) => blocks.show(done, total),
      ).finally(() => blocks.end());
      const indexes = new ProgressMeter('building indexes', 'indexes');
      // Also those of a run that was killed.
      await restoreReadIndexes(pool, (name, done, total) =>
        indexes.tell(`${name} (${done + 1} of ${total})`),
      ).finally(() => indexes.end());
      return made;
    });
  }
}
