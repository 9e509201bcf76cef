import { fromHex } from '../codec/hex.js';
import type { Header } from '../record/block.js';

const NO_HASH = Buffer.alloc(32);

/** The block that a chain begins with. */
export interface FirstBlock {
  readonly number: number;
  /** Absent where the chain is not known in advance. */
  readonly hash?: Buffer;
}

/** Ethereum mainnet's. */
export const MAINNET_GENESIS: FirstBlock = {
  number: 0,
  hash: fromHex('0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'),
};

/** Whether a block names no parent. Verification checks that such a block is the first of its chain. */
export function isGenesis({ parentHash }: Pick<Header, 'parentHash'>): boolean {
  return parentHash.equals(NO_HASH);
}
