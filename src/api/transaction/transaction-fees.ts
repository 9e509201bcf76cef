import type { Hash } from '../../domain/chain/hex.js';
import type { TransactionBlock, TransactionRow } from '../../records/transaction/transaction.reader.js';

const GAS_PER_BLOB = 131_072n;

interface Blobs {
  readonly blobGasUsed: string;
  readonly blobVersionedHashes: readonly Hash[];
}

/** Blob gas and versioned hashes; nothing for a transaction without blobs. */
export function blobsOf({
  blobVersionedHashes,
}: Pick<TransactionRow, 'blobVersionedHashes'>): Blobs | undefined {
  if (blobVersionedHashes === null) return undefined;
  const hashes = [...blobVersionedHashes.matchAll(/[0-9a-f]{64}/g)].map(([hex]): Hash => `0x${hex}`);
  return { blobGasUsed: (GAS_PER_BLOB * BigInt(hashes.length)).toString(), blobVersionedHashes: hashes };
}

interface Fees {
  readonly feeWei?: string | undefined;
  readonly burntFeeWei?: string | undefined;
  readonly tipWei: string;
}

type FeeColumns = Pick<TransactionRow, 'gasUsed' | 'effectiveGasPrice' | 'blobVersionedHashes'>;

/** The fee in wei; undefined if there are blobs whose price is not known. */
export function feeOf(
  row: FeeColumns,
  { blobBaseFee }: Pick<TransactionBlock, 'blobBaseFee'>,
): string | undefined {
  const blobFee = blobFeeOf(row, blobBaseFee);
  if (blobFee === undefined) return undefined;
  return (BigInt(row.effectiveGasPrice) * BigInt(row.gasUsed) + blobFee).toString();
}

function blobFeeOf(row: FeeColumns, blobBaseFee: string | null): bigint | undefined {
  const blobs = blobsOf(row);
  if (!blobs) return 0n;
  return blobBaseFee === null ? undefined : BigInt(blobs.blobGasUsed) * BigInt(blobBaseFee);
}

/**
 * The fee and its parts, wei: fee = burnt + tip. The blob fee is part of the fee and all of it is burnt; before London nothing was burnt
 * and the whole fee is the tip.
 */
export function feesOf(row: FeeColumns, { baseFeePerGas, blobBaseFee }: TransactionBlock): Fees {
  const gasUsed = BigInt(row.gasUsed);
  const gasFee = BigInt(row.effectiveGasPrice) * gasUsed;
  const burntGasFee = BigInt(baseFeePerGas ?? 0) * gasUsed;
  const tipWei = (gasFee - burntGasFee).toString();
  const blobFee = blobFeeOf(row, blobBaseFee);
  if (blobFee === undefined) return { tipWei };
  return {
    feeWei: (gasFee + blobFee).toString(),
    burntFeeWei: baseFeePerGas === null ? undefined : (burntGasFee + blobFee).toString(),
    tipWei,
  };
}
