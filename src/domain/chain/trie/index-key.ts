import { RlpWriter } from '../codec/rlp-writer.js';

const scratch = new RlpWriter(16);

/** Key of an item in the tries of transactions, receipts and withdrawals: the RLP of its index. */
export function indexKey(index: number): Buffer {
  scratch.discard();
  scratch.uint(index);
  return Buffer.from(scratch.take());
}
