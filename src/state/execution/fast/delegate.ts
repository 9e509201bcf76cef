import type { Address } from '../../../domain/chain/hex.js';
import { HAND_OVER } from './signals.js';

const DESIGNATOR_BYTES = 23;

/** The account whose code an EIP-7702 designator names; undefined for other code. Throws HAND_OVER for a malformed one. */
export function delegateOf(code: Uint8Array): Address | undefined {
  if (code[0] !== 0xef || code[1] !== 0x01 || code[2] !== 0x00) return undefined;
  if (code.length !== DESIGNATOR_BYTES) throw HAND_OVER;
  return `0x${Buffer.from(code.subarray(3)).toString('hex')}` as Address;
}
