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
  const key = recoverKey(hash, r, s, yParity, backend);
  return key === undefined ? undefined : keccak256(key).subarray(12);
}

/** The public key, 64 bytes; the next call may overwrite it. */
export function recoverKey(
  hash: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
  yParity: number,
  backend: RecoveryBackend = fastest,
): Uint8Array | undefined {
  if (r.length > 32 || s.length > 32 || (yParity !== 0 && yParity !== 1)) return undefined;
  signature.fill(0);
  signature.set(r, 32 - r.length);
  signature.set(s, 64 - s.length);
  return backend.recover(hash, signature, yParity)?.subarray(1);
}
