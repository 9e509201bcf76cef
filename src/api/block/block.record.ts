import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { BlockRow } from '../../records/block/block.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { BlockDto } from './block.dto.js';

/**
 * The record of a block.
 * @param settled whether the addresses it touched will not change any more.
 */
export function blockRecord(row: BlockRow, settled: boolean): BlockDto {
  return {
    chainId: CHAIN_ID,
    number: row.number,
    hash: row.hash,
    parentHash: row.parentHash,
    timestamp: row.timestamp,
    feeRecipient: row.feeRecipient,
    stateRoot: row.stateRoot,
    transactionsRoot: row.transactionsRoot,
    receiptsRoot: row.receiptsRoot,
    gasLimit: row.gasLimit,
    gasUsed: row.gasUsed,
    txCount: row.txCount,
    contractCreationCount: row.contractCreationCount,
    blobTxCount: row.blobTxCount,
    withdrawalCount: row.withdrawalCount,
    totalWithdrawalGwei: row.totalWithdrawalGwei,
    totalValueWei: row.totalValue,
    difficulty: row.difficulty,
    extraData: row.extraData,
    ommersCount: row.ommerCount,
    ...orAbsent('baseFeePerGas', row.baseFeePerGas),
    ...orAbsent('blobBaseFeeWei', row.blobBaseFee),
    ...orAbsent('blobGasUsed', row.blobGasUsed),
    ...orAbsent('excessBlobGas', row.excessBlobGas),
    ...fees(row),
    ...receiptCounts(row),
    ...(settled ? orAbsent('uniqueAddressCount', row.uniqueAddressCount) : undefined),
  };
}

/** Before London nothing is burnt and every fee is a tip. A sum of zero over transactions is not stated. */
function fees({ txCount, baseFeePerGas, gasUsed, totalGasFees }: BlockRow) {
  const burnt = baseFeePerGas === null ? undefined : BigInt(baseFeePerGas) * BigInt(gasUsed);
  const burntFees = burnt === undefined ? undefined : { burntFees: burnt.toString() };
  if (totalGasFees === '0' && txCount > 0) return burntFees;
  return { ...burntFees, totalGasFees, totalTips: (BigInt(totalGasFees) - (burnt ?? 0n)).toString() };
}

/** The three are stated together or not at all. */
function receiptCounts({ logCount, successfulTxCount, failedTxCount }: BlockRow) {
  if (successfulTxCount === null || failedTxCount === null) return undefined;
  return { logCount, successfulTxCount, failedTxCount };
}
