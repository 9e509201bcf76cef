/** An address that a list names. */
export interface ListedAddress {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: string;
  /** What the list states about the address, in printable ASCII: entity, programmes, day of the listing. */
  readonly note?: string;
}

/** The content of a list. */
export interface Listing {
  readonly addresses: readonly ListedAddress[];
  /** UTC day on which the list was published, `2025-03-21`; absent where the file does not say. */
  readonly published?: string;
}

export const ETHER_ADDRESS = /^0x[0-9a-f]{40}$/;

/** A note in printable ASCII, as registries require; undefined if there is nothing to note. */
export function noteOf(parts: readonly (string | undefined)[]): string | undefined {
  const note = parts
    .filter((part) => part !== undefined && part !== '')
    .join('; ')
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '');
  return note === '' ? undefined : note;
}

/** Each address once, ascending by address. */
export function distinctAddresses(all: readonly ListedAddress[]): ListedAddress[] {
  const byAddress = new Map([...all].reverse().map((one) => [one.address, one]));
  return [...byAddress.values()].sort((one, other) => (one.address < other.address ? -1 : 1));
}
