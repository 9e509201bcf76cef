import { createHash } from 'node:crypto';
import type { ImportedPrice } from '../../domain/event/imported-price.js';
import type { ChainWriter } from '../../ingestion/append/chain-writer.js';

/** How many prices one event has at most. */
const PRICES_PER_EVENT = 10_000;

/**
 * Records the prices of a file as events, all or none.
 *
 * @param file its bytes; the events carry their digest
 * @param source name of the source
 */
export async function importPrices(
  writer: ChainWriter,
  prices: readonly ImportedPrice[],
  { file, source }: { readonly file: Buffer; readonly source: string },
): Promise<void> {
  const digest = createHash('sha256').update(file).digest();
  const parts: (readonly ImportedPrice[])[] = [];
  for (let at = 0; at < prices.length; at += PRICES_PER_EVENT)
    parts.push(prices.slice(at, at + PRICES_PER_EVENT));
  await writer.importPrices(parts.map((part) => ({ digest, source, prices: part })));
}
