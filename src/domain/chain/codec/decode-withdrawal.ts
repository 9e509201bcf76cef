import type { Withdrawal } from '../record/block.js';
import { RlpReader } from './rlp-reader.js';

/** A withdrawal of EIP-4895 in RLP, as archives and the withdrawals trie have it. @throws MalformedField */
export function decodeWithdrawal(raw: Buffer): Withdrawal {
  const outer = new RlpReader(raw);
  const fields = outer.list('withdrawals');
  outer.finish('withdrawals');
  const withdrawal = {
    index: fields.uint('withdrawals.index'),
    validatorIndex: fields.uint('withdrawals.validatorIndex'),
    address: fields.fixed(20, 'withdrawals.address'),
    amountGwei: fields.amount('withdrawals.amount'),
  };
  fields.finish('withdrawals');
  return withdrawal;
}
