import { keccak256 } from '../domain/crypto/keccak.js';
import { instructions } from './instruction/instructions.js';
import { withoutMetadata } from './metadata.js';

/**
 * Hash (32 bytes) of the code's operations without what they push and without compilers' metadata: equal for builds that
 * differ in metadata, immutables or linked addresses only. What follows the code and is not pushed, such as immutables
 * of Vyper, counts.
 */
export function fingerprintOf(code: Buffer): Buffer {
  const operations = Buffer.allocUnsafe(code.length);
  let count = 0;
  for (const [, operation] of instructions(withoutMetadata(code))) operations[count++] = operation;
  return keccak256(operations.subarray(0, count));
}
