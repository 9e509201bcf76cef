import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandModule } from '../command/command.module.js';
import { IngestBlocks, IngestBlocksHandler, type IngestOptions } from './ingest-blocks.js';

/** `ingest`. */
@Module({ imports: [CommandModule], providers: [IngestBlocksHandler] })
export class Ingest {
  constructor(private readonly commands: CommandBus) {}

  run(options: IngestOptions): Promise<void> {
    return this.commands.execute(new IngestBlocks(options));
  }
}
