declare const brand: unique symbol;

/** An account's address as text: `0x` and 40 hex digits, all lower case. */
export type Address = `0x${string}` & { readonly [brand]: 'Address' };

/** Reads an address in any letter case; a mixed-case checksum is not verified. Undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? (text.toLowerCase() as Address) : undefined;
}
