import type { Header } from '../record/block.js';

const NO_HASH = Buffer.alloc(32);

/** Whether a block is the first of its chain: it names no parent, and nothing hashes to zero. */
export function isGenesis({ parentHash }: Header): boolean {
  return parentHash.equals(NO_HASH);
}
