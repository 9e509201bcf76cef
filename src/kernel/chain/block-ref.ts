import type { VerifiedBlock } from './block.js';
import { type BlockNumber, blockNumberOf } from './block-number.js';
import { type Hash, hashOf } from './hash.js';

/** One place on one branch of the chain. */
export interface BlockRef {
  readonly number: BlockNumber;
  readonly hash: Hash;
}

/** Where a verified block stands. */
export function blockRefOf(block: Pick<VerifiedBlock, 'hash' | 'header'>): BlockRef {
  return { number: blockNumberOf(block.header.number), hash: hashOf(block.hash) };
}
