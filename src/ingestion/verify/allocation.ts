import { toHex } from '../../domain/chain/codec/hex.js';
import type { Header, StateChange } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';
import { stateRoot } from './state-root.js';

/** Root of a state without accounts: development nodes may seal it into their genesis, whatever they allocate. */
const EMPTY_ROOT = Buffer.from('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421', 'hex');

/** The accounts a chain may have begun with. */
export interface Allocation {
  /** One change from nothing for each account. */
  readonly accounts: readonly StateChange[];
  readonly root: Buffer;
  /** A stated allocation must be this chain's; a known one is used only where it fits. */
  readonly stated: boolean;
}

/** Computes the root, which would take a second for mainnet's. */
export async function allocationOf(accounts: readonly StateChange[], stated: boolean): Promise<Allocation> {
  return { accounts, root: await stateRoot(accounts), stated };
}

/**
 * The allocation of a genesis block, bound by its state root where the root commits to it. A development node that seals the root of an
 * empty state binds nothing: there the allocation is trusted as stated.
 *
 * @returns undefined when the allocation is another chain's and none was stated
 * @throws BlockRefused when a stated one is not this chain's
 */
export function fitAllocation(header: Header, allocation: Allocation): readonly StateChange[] | undefined {
  const { accounts, root, stated } = allocation;
  if (header.stateRoot.equals(root)) return accounts;
  if (!stated) return undefined;
  if (header.stateRoot.equals(EMPTY_ROOT)) return accounts;
  throw new BlockRefused('allocation', header.number, {
    stated: toHex(header.stateRoot),
    recomputed: toHex(root),
  });
}
