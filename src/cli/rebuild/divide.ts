import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DividePartition, DividePartitionHandler } from '../../runtime/database/divide-partition.command.js';
import { ExclusiveDatabase } from '../../runtime/database/exclusive-database.js';
import { CommandModule } from '../command/command.module.js';

/** `divide`. */
@Module({ imports: [CommandModule], providers: [ExclusiveDatabase, DividePartitionHandler] })
export class Divide {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const made = await this.commands.execute(new DividePartition());
    console.log(made > 0 ? `partitions made: ${made}` : 'nothing to divide');
  }
}
