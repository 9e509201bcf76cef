import type { Withdrawal } from './block.js';
import { parseAmount, parseBytes, parseNumber } from './hex.js';
import { RlpWriter } from './rlp-writer.js';
import type { RpcWithdrawal } from './rpc-block.js';

/** Reads a node's withdrawal. @throws MalformedField */
export function withdrawalFromRpc(rpc: RpcWithdrawal): Withdrawal {
  return {
    index: parseNumber(rpc.index, 'index'),
    validatorIndex: parseNumber(rpc.validatorIndex, 'validatorIndex'),
    address: parseBytes(rpc.address, 'address', 20),
    amountGwei: parseAmount(rpc.amount, 'amount'),
  };
}

/** The withdrawals as they stand in the withdrawals trie. */
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
