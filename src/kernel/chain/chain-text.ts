import { fromHex } from './hex.js';
/** Text that stands on the chain as bytes, as `0x` hex: what is not UTF-8 in it is shown as U+FFFD, all else as it is. */
export function chainText(hex: string): string {
  return fromHex(hex).toString('utf8');
}
