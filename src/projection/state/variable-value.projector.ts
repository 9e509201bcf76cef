import { rowProjector } from '../../event-store/row-projector.js';
import type { StateChange, VerifiedBlock } from '../../kernel/chain/block.js';
import { isSmall, withoutZeros } from '../../kernel/chain/storage-slot.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/**
 * What the slots of variables hold at the end of the blocks that wrote them: the small numbers, where `storage_value` has the hashes.
 * With it every slot that a state diff told of is known.
 */
export const variableValueProjector = rowProjector({
  table: 'variable_value',
  blockColumn: 'block_number',
  columns: ['block_number', 'address', 'slot', 'value'],
  write: writeVariables,
});

function writeVariables(rows: BinaryCopy, { header, allocation, stateChanges = [] }: VerifiedBlock): void {
  const last = new Map<string, { address: Buffer; slot: Buffer; after: Buffer }>();
  const add = (changes: readonly StateChange[]): void => {
    for (const { address, storage } of changes) {
      for (const { slot, after } of storage)
        if (isSmall(slot))
          last.set(address.toString('latin1') + slot.toString('latin1'), { address, slot, after });
    }
  };
  if (allocation) add(allocation);
  for (const changes of stateChanges) add(changes);
  for (const { address, slot, after } of last.values())
    rows.row().int8(header.number).bytea(address).bytea(withoutZeros(slot)).bytea(withoutZeros(after));
}
