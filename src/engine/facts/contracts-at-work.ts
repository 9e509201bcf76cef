import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { isCreation } from '../../domain/chain/record/is-creation.js';

/**
 * Addresses that acted as contracts in a block, failed calls included: they emitted a log, received call data or had storage written.
 * Precompiles and accounts that received data are included.
 */
export function contractsAtWork({
  transactions,
  receipts,
  frames = [],
  stateChanges = [],
}: VerifiedBlock): ReadonlySet<Address> {
  const found = new Set<Address>();
  for (const { to, input } of transactions) if (to && input.length > 0) found.add(toHex(to));
  for (const { logs } of receipts) for (const { address } of logs) found.add(toHex(address));
  for (const { to, input, type } of frames.flat())
    if (to && input.length > 0 && !isCreation(type)) found.add(toHex(to));
  for (const { address, storage } of stateChanges.flat()) if (storage.length > 0) found.add(toHex(address));
  return found;
}
