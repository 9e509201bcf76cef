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

  async run({
    fromArchive,
    headerProofs,
    ...options
  }: IngestOptions & { readonly fromArchive?: string; readonly headerProofs?: boolean }): Promise<void> {
    const { from, to } = options;
    if (from !== undefined && to !== undefined && from > to)
      throw new Error(`--from ${from} is above --to ${to}: the range holds no block`);
    if (headerProofs && fromArchive !== undefined)
      throw new Error('choose --header-proofs or --from-archive: each is a run of its own');
    if (headerProofs) return this.commands.execute(new ProveHeaders(options));
    if (fromArchive !== undefined) return this.commands.execute(new IngestArchive(fromArchive, options));
    return this.commands.execute(new IngestBlocks(options));
  }
}
