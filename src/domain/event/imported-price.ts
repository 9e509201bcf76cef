import { ByteReader } from '../chain/codec/byte-reader.js';
import { ByteWriter } from '../chain/codec/byte-writer.js';

/** The price of an asset at one time, from a source outside the chain. */
export interface ImportedPrice {
  /** `ETH`, or a token as `0x` and 40 lower-case hex characters. */
  readonly asset: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Dollars per whole unit as a decimal: digits, perhaps a point and digits. */
  readonly usd: string;
}

/** Content of one event: some rows of one file. */
export interface PriceImport {
  readonly source: string;
  readonly prices: readonly ImportedPrice[];
}

const FORMAT = 1;
const writer = new ByteWriter();

/** The payload of a PriceImported. */
export function encodePrices({ source, prices }: PriceImport): Buffer {
  writer.discard();
  writer.byte(FORMAT);
  writer.text(source);
  writer.varint(prices.length);
  for (const { asset, timestamp, usd } of prices) {
    writer.text(asset);
    writer.varint(timestamp);
    writer.text(usd);
  }
  return writer.finish();
}

/**
 * The prices a payload was made of.
 * @throws MalformedField for bytes that are no prices, or of another format
 */
export function decodePrices(payload: Buffer): PriceImport {
  const reader = new ByteReader(payload, 'imported prices');
  if (reader.byte() !== FORMAT) throw reader.malformed('are of an unknown format');
  const source = reader.text();
  const prices: ImportedPrice[] = [];
  for (let left = reader.count(); left > 0; left--)
    prices.push({ asset: reader.text(), timestamp: reader.varint(), usd: reader.text() });
  reader.finish();
  return { source, prices };
}
