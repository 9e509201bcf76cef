import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const BUCKET = 4_096;

/** The rows of table `withdrawal`. */
export function expectedWithdrawals({ block }: ObservedBlock): Row[] {
  return (block.withdrawals ?? []).map(({ index, validatorIndex, address, amount }) => ({
    block_number: Number(block.number),
    withdrawal_index: Number(index),
    validator_index: Number(validatorIndex),
    address,
    amount_gwei: String(BigInt(amount)),
  }));
}

/** The rows of table `fee_recipient_bucket`, counted block by block. */
export function expectedFeeRecipients(chain: readonly ObservedBlock[]): Row[] {
  const rows = new Map<string, { bucket: number; fee_recipient: string; numbers: number[]; tips: bigint }>();
  for (const { block, receipts } of chain) {
    const number = Number(block.number);
    const bucket = Math.floor(number / BUCKET);
    const key = `${bucket} ${block.miner}`;
    const row = rows.get(key) ?? { bucket, fee_recipient: block.miner, numbers: [], tips: 0n };
    rows.set(key, row);
    row.numbers.push(number);
    for (const { gasUsed, effectiveGasPrice } of receipts)
      row.tips += BigInt(gasUsed) * (BigInt(effectiveGasPrice) - BigInt(block.baseFeePerGas ?? 0));
  }
  return [...rows.values()].map(({ bucket, fee_recipient, numbers, tips }) => ({
    bucket,
    fee_recipient,
    block_count: numbers.length,
    first_block: Math.min(...numbers),
    last_block: Math.max(...numbers),
    tips: String(tips),
  }));
}
