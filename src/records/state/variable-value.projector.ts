import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { isSmall, withoutZeros } from '../../domain/chain/record/storage-slot.js';
import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/**
 * Values of the slots of variables at the end of the blocks that wrote them: slots with small numbers, while `storage_value` has the hashed
 * ones. Together they cover every slot of the state diffs.
 */
export const variableValueProjector = (): Projector =>
  rowProjector({
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
