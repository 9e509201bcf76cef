import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ExclusiveDatabase } from '../../runtime/database/exclusive-database.js';
import { RebuildGraph, RebuildGraphHandler } from '../../runtime/graph/rebuild-graph.command.js';
import { RebuildNames, RebuildNamesHandler } from '../../runtime/name/rebuild-names.command.js';
import {
  RebuildProjection,
  RebuildProjectionHandler,
} from '../../runtime/projection/rebuild-projection.command.js';
import { CommandModule } from '../command/command.module.js';

/** `rebuild`. */
@Module({
  imports: [CommandModule],
  providers: [ExclusiveDatabase, RebuildProjectionHandler, RebuildNamesHandler, RebuildGraphHandler],
})
export class Rebuild {
  constructor(private readonly commands: CommandBus) {}

  async run(name: string): Promise<void> {
    if (name === 'graph') await this.commands.execute(new RebuildGraph());
    else if (name === 'name') await this.commands.execute(new RebuildNames());
    else await this.commands.execute(new RebuildProjection(name));
    console.log(`${name} is rebuilt`);
  }
}
