import { isAddress, isMistyped } from '../text/address.js';
import { readBlock } from '../text/block-at.js';
import { go, to } from './location.js';

/** The page of what somebody typed: an address, a hash, a block, or a search. */
export function pageOf(text: string): string {
  const typed = text.trim();
  const given = /^[0-9a-f]{40}$/i.test(typed) ? `0x${typed}` : typed;
  // A wrong checksum is kept: the page warns of it.
  if (isAddress(given)) return to(`address/${isMistyped(given) ? given : given.toLowerCase()}`);
  if (/^(sha256:)[0-9a-f]{64}$/i.test(given)) return to(`proof/${given.toLowerCase()}`);
  if (/^0x[0-9a-f]{64}$/i.test(given)) return to(`tx/${given.toLowerCase()}`);
  if (/^[0-9a-f]{64}$/i.test(given)) return to(`tx/0x${given.toLowerCase()}`);
  const block = readBlock(given);
  if (block !== undefined) return to(`block/${block}`);
  return to('search', { q: given });
}

export function lookUp(text: string): void {
  if (text.trim() !== '') go(pageOf(text));
}
