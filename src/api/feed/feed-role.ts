import type { Address } from '../../domain/chain/hex.js';
export const FEED_ROLES = ['sender', 'receiver', 'self'] as const;
export type FeedRole = (typeof FEED_ROLES)[number];

interface Part {
  readonly role: FeedRole;
  /** Absent when the address interacted with itself, or when there is no other side. */
  readonly counterparty?: Address;
}

/**
 * The part of an address in something that went from one side to the other.
 * INVARIANT: the address is one of the sides.
 */
export function partOf(address: Address, from: Address, to: Address | null): Part {
  if (from !== address) return { role: 'receiver', counterparty: from };
  if (to === address) return { role: 'self' };
  return to === null ? { role: 'sender' } : { role: 'sender', counterparty: to };
}
