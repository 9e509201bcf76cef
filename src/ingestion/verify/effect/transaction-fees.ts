import { GAS_PER_BLOB } from '../../../domain/chain/protocol/blob-gas.js';
import {
  blobBaseFee,
  blobUpdateFraction,
  type ForkSchedule,
} from '../../../domain/chain/protocol/fork-schedule.js';
import type { Header, Receipt, Transaction } from '../../../domain/chain/record/block.js';

/** Wei that a transaction costs, besides the value that it moves. */
export interface TransactionFees {
  /** The fee that the sender pays; undefined where the blob price depends on an unknown fork schedule. */
  readonly paid: bigint | undefined;
  /** The part that the fee recipient of the block gets; the rest is burned. */
  readonly tip: bigint;
}

export function transactionFees(
  transaction: Transaction,
  { gasUsed, effectiveGasPrice }: Receipt,
  { baseFeePerGas = 0n, excessBlobGas = 0, timestamp }: Header,
  schedule: ForkSchedule | undefined,
): TransactionFees {
  const gas = BigInt(gasUsed);
  const tip = gas * (effectiveGasPrice - baseFeePerGas);
  const paid = gas * effectiveGasPrice;
  const blobs = transaction.blobVersionedHashes?.length ?? 0;
  if (blobs === 0) return { paid, tip };
  const fraction = schedule && blobUpdateFraction(schedule, timestamp);
  if (fraction === undefined) return { paid: undefined, tip };
  return { paid: paid + BigInt(blobs * GAS_PER_BLOB) * blobBaseFee(BigInt(excessBlobGas), fraction), tip };
}
