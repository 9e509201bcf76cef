import { proxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { ownSettings } from '../../domain/token/own-settings.js';
import type { DeclaringBlock } from './token-declaration.js';

/**
 * The contracts whose code, delegate or other storage a block changed. If they are tokens, what they declare
 * may have changed. The number of contracts with other storage changes is limited.
 */
export function redeclarations(block: VerifiedBlock): DeclaringBlock[] {
  const { header, stateChanges = [] } = block;
  const changed = new Map<string, Buffer>();
  const add = (address: Buffer): void => void changed.set(address.toString('latin1'), address);
  for (const changes of stateChanges)
    for (const change of changes) if (isReplaced(change)) add(change.address);
  for (const { address } of ownSettings(block)) add(address);
  return [...changed.values()].map((token) => ({ token, blockNumber: header.number }));
}

function isReplaced({ code, storage }: StateChange): boolean {
  return code !== undefined || storage.some(({ slot }) => proxySlotName(slot) !== undefined);
}
