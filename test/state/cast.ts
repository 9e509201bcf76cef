import type { Address } from '../../src/domain/chain/hex.js';
import { BEACON_ROOTS } from '../simulation/system-writes.js';

const numbered = (first: number, count: number): Address[] =>
  Array.from({ length: count }, (_, at) => `0x${(first + at).toString(16).repeat(20)}` as Address);

/** Accounts with keys, addresses at which contracts are created and destroyed, one that the protocol pays, and one that it writes to. */
export const KEYED = numbered(0x11, 4);
export const CONTRACTS = numbered(0xa1, 5);
export const PAID = numbered(0xee, 1)[0]!;
export const SYSTEM = BEACON_ROOTS as Address;
export const EVERYBODY = [...KEYED, ...CONTRACTS, PAID, SYSTEM];

/** Small numbers, hashes, and a number with leading zeros that is neither. */
export const SLOTS = [0n, 1n, 256n, (1n << 255n) + 7n, (1n << 254n) + 9n, (1n << 230n) + 1n];
