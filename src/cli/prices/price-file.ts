import { parseAddress } from '../../domain/chain/record/address.js';
import type { ImportedPrice } from '../../domain/event/imported-price.js';
import { ETHER } from '../../domain/price/price-sources.js';

/** First line of a file of prices. */
export const PRICE_FILE_HEADER = 'asset,time,usd';

/** A file of prices has invalid lines. It lists the first of them. */
export class BadPriceFile extends Error {
  override readonly name = 'BadPriceFile';
  constructor(problems: readonly string[]) {
    const shown = problems.slice(0, LINES_SHOWN);
    const rest = problems.length - shown.length;
    super([...shown, ...(rest > 0 ? [`and ${rest} more`] : []), 'nothing was imported'].join('\n'));
  }
}

const LINES_SHOWN = 20;
/** No price needs more than eighteen digits before the point and thirty after it. */
const USD = /^\d{1,18}(\.\d{1,30})?$/;
const UNIX_TIME = /^\d{1,10}$/;
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/;

/**
 * Parses a file of prices.
 * @param now Unix seconds; later times are refused
 * @throws BadPriceFile listing wrong lines
 */
export function parsePriceFile(text: string, now: number): ImportedPrice[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines[0] !== PRICE_FILE_HEADER)
    throw new BadPriceFile([
      `line 1: must be ${PRICE_FILE_HEADER}, and is ${JSON.stringify(lines[0] ?? '')}`,
    ]);
  const problems: string[] = [];
  const seen = new Map<string, number>();
  const prices = lines.slice(1).flatMap((line, i) => {
    const number = i + 2;
    const price = priceOf(line, now);
    if (typeof price === 'string') {
      problems.push(`line ${number}: ${price}`);
      return [];
    }
    const key = `${price.asset} ${price.timestamp}`;
    const before = seen.get(key);
    if (before !== undefined)
      problems.push(`line ${number}: prices the same asset at the same time as line ${before}`);
    seen.set(key, number);
    return [price];
  });
  if (problems.length > 0) throw new BadPriceFile(problems);
  return prices;
}

/** The price in a line, or what is wrong with the line. */
function priceOf(line: string, now: number): ImportedPrice | string {
  const fields = line.split(',');
  if (fields.length !== 3) return `must have the three fields ${PRICE_FILE_HEADER}, and has ${fields.length}`;
  const [asset, time, usd] = fields.map((field) => field.trim()) as [string, string, string];
  const priced = asset === ETHER ? ETHER : parseAddress(asset);
  if (priced === undefined)
    return `asset must be ${ETHER} or the address of a token, and is ${JSON.stringify(asset)}`;
  const timestamp = timestampOf(time);
  if (timestamp === undefined || timestamp > now)
    return `time must be Unix seconds or such as 2024-05-13T16:00:00Z, and not to come, and is ${JSON.stringify(time)}`;
  if (!USD.test(usd)) return `usd must be a decimal such as 2961.21, and is ${JSON.stringify(usd)}`;
  return { asset: priced, timestamp, usd };
}

function timestampOf(text: string): number | undefined {
  if (UNIX_TIME.test(text)) return Number(text);
  const milliseconds = UTC_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds) || milliseconds < 0) return undefined;
  // February 30 would be taken for a day in March.
  return new Date(milliseconds).toISOString().startsWith(text.slice(0, -1))
    ? milliseconds / 1_000
    : undefined;
}
