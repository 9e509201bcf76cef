import type { Hash } from '../domain/chain/hex.js';

/** The root of a beacon block that a reader names. @throws Error for what is none */
export function trustedCheckpoint(named: string): Hash {
  const root = named.toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(root))
    throw new Error('a checkpoint is the root of a beacon block: 0x and 64 hex digits');
  return root as Hash;
}
