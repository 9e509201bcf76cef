import { keccak256 } from '../../crypto/keccak.js';
import { RlpWriter } from './rlp-writer.js';

const scratch = new RlpWriter(64);

/** Address a creation transaction deploys to: the last 20 bytes of keccak(rlp([sender, nonce])). */
export function createdAddress(sender: Buffer, nonce: number): Buffer {
  scratch.discard();
  scratch.uint(nonce);
  scratch.bytes(sender);
  scratch.list(0);
  return keccak256(scratch.take()).subarray(12);
}
