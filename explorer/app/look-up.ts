import { isAddress, isMistyped } from '../text/address.js';
import { go, to } from './location.js';

/** The page of what somebody typed: an address, a hash, a block, or a search. */
export function pageOf(text: string): string {
  const given = text.trim();
  // A wrong checksum is kept: the page warns of it.
  if (isAddress(given)) return to(`address/${isMistyped(given) ? given : given.toLowerCase()}`);
  if (/^(sha256:)[0-9a-f]{64}$/i.test(given)) return to(`proof/${given.toLowerCase()}`);
  if (/^0x[0-9a-f]{64}$/i.test(given)) return to(`tx/${given.toLowerCase()}`);
  if (/^[0-9a-f]{64}$/i.test(given)) return to(`tx/0x${given.toLowerCase()}`);
  if (/^\d{1,12}$/.test(given)) return to(`block/${given}`);
  return to('search', { q: given });
}

export function lookUp(text: string): void {
  if (text.trim() !== '') go(pageOf(text));
}
