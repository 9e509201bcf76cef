/** An exact rational number, zero or positive. */
export interface Ratio {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Significant digits before rounding to a double: three more than a double has. */
const DIGITS = 20;

/** `numerator` times ten to the power of `exponent`. */
export function powerOfTen(numerator: bigint, exponent: number): Ratio {
  return exponent < 0
    ? { numerator, denominator: 10n ** BigInt(-exponent) }
    : { numerator: numerator * 10n ** BigInt(exponent), denominator: 1n };
}

/** Reads a decimal number, with or without a point. */
export function decimalRatio(text: string): Ratio {
  const [whole = '', fraction = ''] = text.split('.');
  return powerOfTen(BigInt(whole + fraction), -fraction.length);
}

export function times(one: Ratio, other: Ratio): Ratio {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  };
}

/** Negative, zero or positive, as `one` is less than, equal to or more than `other`. */
export function compareRatios(one: Ratio, other: Ratio): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The nearest double; 0 where the ratio is too small for one. */
export function toDouble({ numerator, denominator }: Ratio): number {
  const shift = DIGITS + String(denominator).length - String(numerator).length;
  const digits =
    shift < 0
      ? numerator / (denominator * 10n ** BigInt(-shift))
      : (numerator * 10n ** BigInt(shift)) / denominator;
  return Number(`${digits}e${-shift}`);
}
