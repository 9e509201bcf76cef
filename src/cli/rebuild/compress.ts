import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CompressBlocks, CompressBlocksHandler } from '../../runtime/database/compress-blocks.command.js';
import { ExclusiveDatabase } from '../../runtime/database/exclusive-database.js';
import { CommandModule } from '../command/command.module.js';

/** `compress`. */
@Module({ imports: [CommandModule], providers: [ExclusiveDatabase, CompressBlocksHandler] })
export class Compress {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const rewritten = await this.commands.execute(new CompressBlocks());
    console.log(rewritten > 0 ? `${rewritten} blocks are compressed` : 'every block is compressed');
  }
}
