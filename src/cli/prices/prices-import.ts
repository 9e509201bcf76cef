import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ExclusiveDatabase } from '../../runtime/database/exclusive-database.js';
import { ImportPrices, ImportPricesHandler } from '../../runtime/price/import-prices.command.js';
import { CommandModule } from '../command/command.module.js';

/** `prices import`. */
@Module({ imports: [CommandModule], providers: [ExclusiveDatabase, ImportPricesHandler] })
export class PricesImport {
  constructor(private readonly commands: CommandBus) {}

  async run(...file: ConstructorParameters<typeof ImportPrices>): Promise<void> {
    await this.commands.execute(new ImportPrices(...file));
    console.log('imported');
  }
}
