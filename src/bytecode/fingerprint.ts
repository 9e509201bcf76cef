import { keccak256 } from '../domain/crypto/keccak.js';
import { instructions } from './instruction/instructions.js';
import { withoutMetadata } from './metadata.js';

/**
 * Hash (32 bytes) of the operations of code without the bytes that they push and without the metadata of
 * compilers. It is equal for builds that differ only in metadata, immutables or linked addresses. Data behind
 * the code that is not pushed, such as immutables of Vyper, counts.
 */
export function fingerprintOf(code: Buffer): Buffer {
  const operations = Buffer.allocUnsafe(code.length);
  let count = 0;
  for (const [, operation] of instructions(withoutMetadata(code))) operations[count++] = operation;
  return keccak256(operations.subarray(0, count));
}
