import type { StateChange } from './block.js';

const DESIGNATOR_BYTES = 23;

/**
 * Whether a transaction created or destroyed an account, so that no slot keeps an earlier value. State changes do not list the slots that go
 * with an account. A delegation leaves storage as it is, and so does its end.
 */
export function storageClearing({
  code,
  nonce,
}: Pick<StateChange, 'code' | 'nonce'>): 'created' | 'destroyed' | undefined {
  if (code === undefined) return undefined;
  if (code.length === 0) return (nonce?.after ?? 0) === 0 ? 'destroyed' : undefined;
  return code.length === DESIGNATOR_BYTES && code.readUIntBE(0, 3) === 0xef0100 ? undefined : 'created';
}
