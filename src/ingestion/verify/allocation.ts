import { toHex } from '../../domain/chain/codec/hex.js';
import type { Header, StateChange } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';
import { stateRoot } from './state-root.js';

/** Root of a state without accounts. Development nodes may put it into a genesis header with accounts. */
const EMPTY_ROOT = Buffer.from('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421', 'hex');

/** The accounts that a chain began with. */
export interface Allocation {
  /** One change from nothing for each account. */
  readonly accounts: readonly StateChange[];
  readonly root: Buffer;
}

/** Computes the root, which takes a second for mainnet's allocation. */
export async function allocationOf(accounts: readonly StateChange[]): Promise<Allocation> {
  return { accounts, root: await stateRoot(accounts) };
}

/**
 * The allocation of a genesis block, bound by its state root. A development node may have the root of an
 * empty state there, which binds nothing: then the allocation is trusted as stated.
 *
 * @throws BlockRefused when the root is that of another allocation
 */
export function fitAllocation(header: Header, allocation: Allocation): readonly StateChange[] {
  const { accounts, root } = allocation;
  if (header.stateRoot.equals(root) || header.stateRoot.equals(EMPTY_ROOT)) return accounts;
  throw new BlockRefused('allocation', header.number, {
    stated: toHex(header.stateRoot),
    recomputed: toHex(root),
  });
}
