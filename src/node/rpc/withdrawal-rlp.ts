import { parseAmount, parseBytes, parseNumber } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { Withdrawal } from '../../domain/chain/record/block.js';
import type { RpcWithdrawal } from './rpc-block.js';

const LARGEST_AMOUNT = 2n ** 64n - 1n;

/** Reads a node's withdrawal. @throws MalformedField */
export function withdrawalFromRpc(rpc: RpcWithdrawal): Withdrawal {
  const amountGwei = parseAmount(rpc.amount, 'amount');
  if (amountGwei > LARGEST_AMOUNT) throw new MalformedField('amount', 'is too large');
  return {
    index: parseNumber(rpc.index, 'index'),
    validatorIndex: parseNumber(rpc.validatorIndex, 'validatorIndex'),
    address: parseBytes(rpc.address, 'address', 20),
    amountGwei,
  };
}

/** The withdrawals as in the withdrawals trie. */
export function encodeWithdrawals(withdrawals: readonly Withdrawal[]): Buffer[] {
  const writer = new RlpWriter(64 * withdrawals.length);
  return withdrawals.map((withdrawal) => {
    writer.amount(withdrawal.amountGwei);
    writer.bytes(withdrawal.address);
    writer.uint(withdrawal.validatorIndex);
    writer.uint(withdrawal.index);
    writer.list(0);
    return writer.take();
  });
}
