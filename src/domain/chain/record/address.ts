import type { Address } from '../hex.js';

/** Reads an address in any letter case into lower case; a mixed-case checksum is not verified. Undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? (text.toLowerCase() as Address) : undefined;
}
