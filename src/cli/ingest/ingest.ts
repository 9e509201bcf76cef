import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandModule } from '../command/command.module.js';
import { IngestArchive, IngestArchiveHandler } from './ingest-archive.js';
import { IngestBlocks, IngestBlocksHandler, type IngestOptions } from './ingest-blocks.js';
import { ProveHeaders, ProveHeadersHandler } from './prove-headers.js';

/** `ingest`. */
@Module({
  imports: [CommandModule],
  providers: [IngestBlocksHandler, IngestArchiveHandler, ProveHeadersHandler],
})
export class Ingest {
  constructor(private readonly commands: CommandBus) {}

  run({
    fromArchive,
    headerProofs,
    ...options
  }: IngestOptions & { readonly fromArchive?: string; readonly headerProofs?: boolean }): Promise<void> {
    if (headerProofs) return this.commands.execute(new ProveHeaders(options));
    if (fromArchive !== undefined) return this.commands.execute(new IngestArchive(fromArchive, options));
    return this.commands.execute(new IngestBlocks(options));
  }
}
