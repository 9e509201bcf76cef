import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { isSmall, withoutZeros } from '../../domain/chain/record/storage-slot.js';

/** Value of a slot of a mapping at the end of a block that wrote it. */
export interface MappingWrite {
  readonly address: Buffer;
  readonly slot: Buffer;
  /** Without leading zeros: empty for zero. */
  readonly value: Buffer;
}

/**
 * The last write of one block to every slot that may belong to a mapping; none where the state diff is not known. Slots of mappings are
 * hashes; variables are declared at small numbers, and no hash is one.
 */
export function mappingWrites({ allocation, stateChanges = [] }: VerifiedBlock): Iterable<MappingWrite> {
  const last = new Map<string, MappingWrite>();
  const add = (changes: readonly StateChange[]): void => {
    for (const { address, storage } of changes) {
      if (storage.length === 0) continue;
      const account = address.toString('latin1');
      for (const { slot, after } of storage) {
        if (isSmall(slot)) continue;
        last.set(account + slot.toString('latin1'), { address, slot, value: withoutZeros(after) });
      }
    }
  };
  if (allocation) add(allocation);
  for (const changes of stateChanges) add(changes);
  return last.values();
}
