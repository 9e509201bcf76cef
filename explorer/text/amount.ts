/** Digits in groups of three. */
export const grouped = (digits: string | number | bigint): string =>
  String(digits).replace(/\B(?=(\d{3})+$)/g, ',');

export interface ShownAmount {
  readonly text: string;
  /** The exact number, with its unit. */
  readonly exact: string;
}

/**
 * An amount in whole units, with at most `places` decimals, cut and not rounded; `≈` marks one that was cut.
 *
 * @param units decimal text of the smallest unit
 * @param decimals absent where the token declares none: then the amount stays in the smallest unit
 */
export function amount(units: string, decimals: number | undefined, places = 6): ShownAmount {
  const sign = units.startsWith('-') ? '−' : '';
  const digits = BigInt(units.replace(/^-/, '')).toString();
  if (decimals === undefined)
    return { text: `${sign}${grouped(digits)} smallest units`, exact: `${sign}${digits} smallest units` };
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals);
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '');
  const exact = `${sign}${grouped(whole)}${fraction === '' ? '' : `.${fraction}`}`;
  if (fraction.length <= places) return { text: exact, exact };
  const cut = fraction.slice(0, places).replace(/0+$/, '');
  if (cut === '' && BigInt(whole) === 0n) return { text: `${sign}< 0.${'0'.repeat(places - 1)}1`, exact };
  return { text: `≈ ${sign}${grouped(whole)}${cut === '' ? '' : `.${cut}`}`, exact };
}

/** Dollars that the service computed, with cents. */
export function dollars(value: number): string {
  const [whole, cents] = Math.abs(value).toFixed(2).split('.') as [string, string];
  return `${value < 0 ? '−' : ''}$${grouped(whole)}.${cents}`;
}

export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;
