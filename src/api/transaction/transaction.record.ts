import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { TransactionBlock, TransactionRow } from '../../records/transaction/transaction.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import { orAbsent } from '../http/record/or-absent.js';
import { calledMethod } from './called-method.js';
import type { TransactionDto } from './transaction.dto.js';
import { blobsOf, feesOf } from './transaction-fees.js';

/** The record of a transaction as lists show it. */
export function transactionRecord(
  row: TransactionRow,
  block: TransactionBlock,
  signatures: SignatureBook,
): TransactionDto {
  return {
    chainId: CHAIN_ID,
    hash: row.hash,
    blockNumber: block.blockNumber,
    txIndex: row.txIndex,
    timestamp: block.timestamp,
    from: row.from,
    valueWei: row.value,
    nonce: row.nonce,
    txType: row.type,
    inputSize: row.inputSize,
    gasLimit: row.gasLimit,
    blockHash: block.blockHash,
    ...orAbsent('to', row.to),
    // A failed creation deploys nothing, and before Byzantium the failure may be unknown.
    ...(row.status === 1 ? orAbsent('contractAddress', row.contractAddress) : undefined),
    gasUsed: row.gasUsed,
    gasPrice: row.effectiveGasPrice,
    ...orAbsent('maxFeePerGas', row.maxFeePerGas),
    ...orAbsent('maxPriorityFeePerGas', row.maxPriorityFeePerGas),
    ...orAbsent('maxFeePerBlobGas', row.maxFeePerBlobGas),
    ...blobsOf(row),
    ...feesOf(row, block),
    ...calledMethod(row, signatures),
    ...orAbsent('status', row.status),
    logCount: row.logCount,
    ...orAbsent('accessListSize', row.accessListSize),
    ...orAbsent('authorizationCount', row.authorizationCount),
  };
}
