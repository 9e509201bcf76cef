import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Option, SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import { PRICE_FILE_HEADER, parsePriceFile } from './price-file.js';

interface ImportOptions {
  readonly source?: string;
}

@SubCommand({
  name: 'import',
  arguments: '<file>',
  argsDescription: {
    file:
      `CSV without quotes; the first line is ${PRICE_FILE_HEADER}. asset: ETH, or the address of a token; time: Unix seconds, or UTC such ` +
      'as 2024-05-13T16:00:00Z; usd: dollars for a whole unit, a decimal',
  },
  description:
    'Adds prices from a CSV file. If a line is wrong, nothing is stored, and the command names all wrong lines. A ' +
    'price counts for its hour and for later hours until there is a newer one, unless the chain itself gives a ' +
    'price for the hour. It replaces an earlier import for the same asset and time. The service must not be ' +
    'running.',
})
export class PricesImportCommand extends StrictCommand {
  async run([path = '']: string[], { source = basename(path) }: ImportOptions): Promise<void> {
    const file = await readFile(path);
    const prices = parsePriceFile(file.toString(), Math.floor(Date.now() / 1_000));
    console.log(`${path}: prices ${prices.length}, assets ${new Set(prices.map(({ asset }) => asset)).size}`);
    await runIn(async () => (await import('./prices-import.js')).PricesImport, prices, file, source);
  }

  @Option({ flags: '--source <name>', description: 'name of the source; default: the name of the file' })
  parseSource(name: string): string {
    if (!/^[\x20-\x7e]{1,100}$/.test(name))
      throw new Error('--source must be printable ASCII of at most 100 characters');
    return name;
  }
}
