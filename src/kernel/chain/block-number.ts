declare const brand: unique symbol;

/** A block's number: a safe integer, not negative. */
export type BlockNumber = number & { readonly [brand]: 'BlockNumber' };

/** Reads a decimal block number without sign or leading zeros; undefined for anything else. */
export function parseBlockNumber(text: string): BlockNumber | undefined {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? (number as BlockNumber) : undefined;
}

/** Brands a number that is known to be a block's. Throws RangeError when it cannot be one. */
export function blockNumberOf(number: number): BlockNumber {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} is no block number`);
  return number as BlockNumber;
}
