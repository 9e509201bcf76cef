import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const ADDRESS = /^0x[0-9a-f]{40}$/i;

export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** With the checksum of EIP-55; other texts as they are. */
export function checksummed(address: string): string {
  if (!isAddress(address)) return address;
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, at) => (hash[at]! >= '8' ? digit.toUpperCase() : digit)).join('')}`;
}

/** Whether its capitals are those of no checksum, as where a character was mistyped; one without capitals, or with only capitals, has no checksum. */
export function isMistyped(address: string): boolean {
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return isAddress(address) && isMixed && digits !== checksummed(address).slice(2);
}

/** The first six and the last four characters. */
export const shortened = (hex: string): string =>
  hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
