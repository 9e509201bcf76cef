import { fromHex } from './hex.js';
/** On-chain bytes of a text, as `0x` hex, decoded: invalid UTF-8 becomes U+FFFD. */
export function chainText(hex: string): string {
  return fromHex(hex).toString('utf8');
}
