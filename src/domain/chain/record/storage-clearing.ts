import type { StateChange } from './block.js';

const DESIGNATOR_BYTES = 23;

/**
 * Whether a transaction created or destroyed an account, which clears its storage: state changes do not list
 * the slots that were cleared. Setting or ending a delegation clears nothing.
 */
export function storageClearing({
  code,
  nonce,
}: Pick<StateChange, 'code' | 'nonce'>): 'created' | 'destroyed' | undefined {
  if (code === undefined) return undefined;
  if (code.length === 0) return (nonce?.after ?? 0) === 0 ? 'destroyed' : undefined;
  return code.length === DESIGNATOR_BYTES && code.readUIntBE(0, 3) === 0xef0100 ? undefined : 'created';
}
