/**
 * A whole number in decimal digits without leading zeros, at most 2^53-1 so that JSON keeps it exact;
 * undefined for any other text.
 */
export function plainDecimal(text: string): number | undefined {
  const number = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether a text is a whole number from 1 to `max` in plain decimal digits. */
export function isCountUpTo(max: number, text: string): boolean {
  return /^[1-9][0-9]{0,8}$/.test(text) && Number(text) <= max;
}
