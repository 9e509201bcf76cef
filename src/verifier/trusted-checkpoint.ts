import type { Hash } from '../domain/chain/hex.js';

/**
 * Parses the root of a beacon block that a reader trusts.
 * @throws Error for anything but 0x and 64 hex digits
 */
export function trustedCheckpoint(named: string): Hash {
  const root = named.toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(root))
    throw new Error('a checkpoint is the root of a beacon block: 0x and 64 hex digits');
  return root as Hash;
}
