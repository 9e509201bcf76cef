import { keccak256 } from '../kernel/crypto/keccak.js';

const PUSH1 = 0x60;
const PUSH32 = 0x7f;

/**
 * Hash (32 bytes) of the code's operations without what they push: equal for builds that differ in metadata, immutables
 * or linked addresses only.
 */
export function fingerprintOf(code: Buffer): Buffer {
  const operations = Buffer.allocUnsafe(code.length);
  let count = 0;
  for (let at = 0; at < code.length; at++) {
    const operation = code[at]!;
    operations[count++] = operation;
    if (operation >= PUSH1 && operation <= PUSH32) at += operation - PUSH1 + 1;
  }
  return keccak256(operations.subarray(0, count));
}
