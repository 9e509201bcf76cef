import { fromHex } from './hex.js';
/** Decodes the bytes of an on-chain text, given as `0x` hex; invalid UTF-8 becomes U+FFFD. */
export function chainText(hex: string): string {
  return fromHex(hex).toString('utf8');
}
