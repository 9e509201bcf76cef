import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { compressBlocks } from '../../event-store/compress-blocks.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { ExclusiveDatabase } from './exclusive-database.js';

/** Compresses the blocks that an earlier version stored uncompressed; returns how many there were. */
export class CompressBlocks extends Command<number> {}

@CommandHandler(CompressBlocks)
export class CompressBlocksHandler implements ICommandHandler<CompressBlocks> {
  constructor(private readonly database: ExclusiveDatabase) {}

  execute(): Promise<number> {
    return this.database.write((pool, lease) => {
      const meter = new ProgressMeter('compressing', 'events');
      return compressBlocks(pool, lease, (position, end) => meter.show(position, end)).finally(() =>
        meter.end(),
      );
    });
  }
}
