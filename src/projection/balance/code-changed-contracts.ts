import { proxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/** Contracts whose code or delegate a block changed: their balances may be in other slots afterwards. */
export function codeChangedContracts({ stateChanges = [] }: VerifiedBlock): Buffer[] {
  const changed = new Map<string, Buffer>();
  for (const changes of stateChanges) {
    for (const { address, code, storage } of changes) {
      if (code !== undefined || storage.some(({ slot }) => proxySlotName(slot) !== undefined))
        changed.set(address.toString('latin1'), address);
    }
  }
  return [...changed.values()];
}
