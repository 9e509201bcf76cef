import { toHex } from '../../domain/chain/codec/hex.js';
import { type FirstBlock, isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { Header } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';

/**
 * Checks that a block names no parent only where the chain begins: all state from before such a block counts as empty. The first block may
 * name one if it is not block 0 and its accounts are unknown: nothing is then concluded of what was before it.
 *
 * @throws BlockRefused
 */
export function requireBeginning(
  header: Pick<Header, 'number' | 'parentHash'>,
  hash: Buffer,
  first: FirstBlock,
  hasAllocation: boolean,
): void {
  const { number } = header;
  if (number !== first.number) {
    if (isGenesis(header)) refuse('it names no parent', { firstBlock: first.number });
    return;
  }
  if (!isGenesis(header) && (number === 0 || hasAllocation))
    refuse('it is the first block, and names a parent', { parent: toHex(header.parentHash) });
  if (first.hash !== undefined && !hash.equals(first.hash))
    refuse('it is another first block', { expected: toHex(first.hash), stated: toHex(hash) });

  function refuse(problem: string, details: Readonly<Record<string, string | number>>): never {
    throw new BlockRefused('false_genesis', number, { problem, ...details });
  }
}
