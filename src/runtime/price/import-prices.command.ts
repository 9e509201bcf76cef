import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ImportedPrice } from '../../domain/event/imported-price.js';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import { Config } from '../../platform/config/config.js';
import { ExclusiveDatabase } from '../database/exclusive-database.js';
import { allProjectors } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { importPrices } from './import-prices.js';

/** Records the prices of a file as events, all or none. */
export class ImportPrices extends Command<void> {
  /**
   * @param file its bytes; the events carry their digest
   * @param source name of the source
   */
  constructor(
    readonly prices: readonly ImportedPrice[],
    readonly file: Buffer,
    readonly source: string,
  ) {
    super();
  }
}

@CommandHandler(ImportPrices)
export class ImportPricesHandler implements ICommandHandler<ImportPrices> {
  constructor(
    private readonly config: Config,
    private readonly database: ExclusiveDatabase,
  ) {}

  async execute({ prices, file, source }: ImportPrices): Promise<void> {
    const pool = await this.database.open();
    const writer = await ChainWriter.open(pool, { projectors: allProjectors(chainKind(this.config)) });
    try {
      await importPrices(writer, prices, { file, source });
    } finally {
      writer.close();
    }
  }
}
