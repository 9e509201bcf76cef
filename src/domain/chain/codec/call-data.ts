import { keccak256 } from '../../crypto/keccak.js';
import type { Hex } from '../hex.js';
import { toHex } from './hex.js';

const SELECTOR_BYTES = 4;

/** Call data of a function without parameters, given its signature. */
export function callDataOf(signature: string): Hex {
  return toHex(keccak256(Buffer.from(signature)).subarray(0, SELECTOR_BYTES));
}
