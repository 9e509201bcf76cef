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

/** The first six and the last four characters. */
export const shortened = (hex: string): string =>
  hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
