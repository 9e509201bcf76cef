import type { Transaction } from '../record/block.js';
import { MalformedField } from './malformed-field.js';

/**
 * Wei actually paid per gas: the price bid, or since EIP-1559 the base fee plus as much of the tip as the cap allows.
 *
 * @param baseFeePerGas of the block; absent before London
 * @throws MalformedField when a transaction bids by EIP-1559 in a block without base fee
 */
export function effectiveGasPrice(transaction: Transaction, baseFeePerGas: bigint | undefined): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (gasPrice !== undefined) return gasPrice;
  if (baseFeePerGas === undefined) throw new MalformedField('baseFeePerGas', 'is missing');
  const withTip = baseFeePerGas + maxPriorityFeePerGas!;
  return withTip < maxFeePerGas! ? withTip : maxFeePerGas!;
}
