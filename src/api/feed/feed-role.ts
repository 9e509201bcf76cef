export const FEED_ROLES = ['sender', 'receiver', 'self'] as const;
export type FeedRole = (typeof FEED_ROLES)[number];

interface Part {
  readonly role: FeedRole;
  /** Absent when the address interacted with itself, or when there is no other side. */
  readonly counterparty?: string;
}

/** The part an address has in what went from one side to the other; it is one of them. */
export function partOf(address: string, from: string, to: string | null): Part {
  if (from !== address) return { role: 'receiver', counterparty: from };
  if (to === address) return { role: 'self' };
  return { role: 'sender', ...(to !== null && { counterparty: to }) };
}
