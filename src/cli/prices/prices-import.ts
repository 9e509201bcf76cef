import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { allProjectors, chainKind } from '../../runtime/projection/projectors.js';
import { importPrices } from './import-prices.js';
import { parsePriceFile } from './price-file.js';

export interface ImportOptions {
  readonly source?: string;
}

/** Runs `prices import`. */
export async function run([path]: string[], { source }: ImportOptions): Promise<void> {
  const file = await readFile(path!);
  const prices = parsePriceFile(file.toString(), Math.floor(Date.now() / 1_000));
  console.log(`${path}: ${prices.length} prices of ${new Set(prices.map(({ asset }) => asset)).size} assets`);
  const config = readConfig(process.env);
  const database = await openDatabase(config, 'apply');
  try {
    const writer = await ChainWriter.open(database.pool, { projectors: allProjectors(chainKind(config)) });
    try {
      await importPrices(writer, prices, { file, source: source ?? basename(path!) });
    } finally {
      writer.close();
    }
    console.log('imported');
  } finally {
    await database.close();
  }
}
