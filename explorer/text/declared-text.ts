/** A comparison, and the value that it found. */
interface Observed {
  readonly operator?: string;
  readonly expected?: unknown;
  readonly observed?: unknown;
}

/**
 * The text that a token declares, decoded from the hex that was found; undefined for other comparisons, and
 * for bytes that are no UTF-8.
 */
export function declaredText({ operator, expected, observed }: Observed): string | undefined {
  const isDeclared =
    operator === 'imitates' || (operator === 'returns' && (expected === 'symbol()' || expected === 'name()'));
  if (!isDeclared || typeof observed !== 'string' || !/^0x([0-9a-f]{2})+$/.test(observed)) return undefined;
  const bytes = Uint8Array.from(observed.slice(2).match(/../g)!, (byte) => Number.parseInt(byte, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
