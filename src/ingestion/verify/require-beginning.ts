import { toHex } from '../../domain/chain/codec/hex.js';
import { type FirstBlock, isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { Header } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';

/**
 * Checks that the first block of the chain names no parent, and that every other block does. No state counts
 * as known before a block without a parent. If `FIRST_BLOCK` is wrong, the chain has a past that the service
 * would deny.
 *
 * @throws BlockRefused
 */
export function requireBeginning(
  header: Pick<Header, 'number' | 'parentHash'>,
  hash: Buffer,
  first: FirstBlock,
): void {
  const { number } = header;
  if (number !== first.number) {
    if (isGenesis(header)) refuse('it names no parent', { firstBlock: first.number });
    return;
  }
  if (!isGenesis(header))
    refuse('FIRST_BLOCK says that the chain begins with it, and it names a parent', {
      parent: toHex(header.parentHash),
    });
  if (first.hash !== undefined && !hash.equals(first.hash))
    refuse('it is another first block: GENESIS_FILE names that of another chain', {
      expected: toHex(first.hash),
      stated: toHex(hash),
    });

  function refuse(problem: string, details: Readonly<Record<string, string | number>>): never {
    throw new BlockRefused('false_genesis', number, { problem, ...details });
  }
}
