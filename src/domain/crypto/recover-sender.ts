import { keccak256 } from './keccak.js';
import { javascriptBackend, nativeBackend, type RecoveryBackend, wasmBackend } from './recovery-backend.js';
import { systemBackend } from './system-backend.js';

const fastest: RecoveryBackend =
  systemBackend() ?? nativeBackend() ?? (await wasmBackend()) ?? (await javascriptBackend());

/** Which implementation recovers senders in this process. */
export const recoveryBackend: Pick<RecoveryBackend, 'name' | 'detail'> = fastest;

const signature = new Uint8Array(64);

/**
 * The 20-byte address whose key signed `hash`, or undefined when none can be recovered.
 *
 * @param hash 32 bytes
 * @param r at most 32 bytes big-endian, leading zeros may be missing
 * @param s the same; the upper half of the range is accepted, as it was before Homestead
 */
export function recoverSender(
  hash: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
  yParity: number,
  backend: RecoveryBackend = fastest,
): Buffer | undefined {
  if (r.length > 32 || s.length > 32 || (yParity !== 0 && yParity !== 1)) return undefined;
  signature.fill(0);
  signature.set(r, 32 - r.length);
  signature.set(s, 64 - s.length);
  const key = backend.recover(hash, signature, yParity);
  return key === undefined ? undefined : keccak256(key.subarray(1)).subarray(12);
}
