import type { AddressTransactionRow } from '../../records/transaction/address-transactions.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import { orAbsent } from '../http/record/or-absent.js';
import { calledMethod } from '../transaction/called-method.js';
import { feesOf } from '../transaction/transaction-fees.js';
import { partOf } from './feed-role.js';
import type { FeedTransactionDto } from './feed-transaction.dto.js';

/** The record of a transaction in the feed of an address. */
export function feedTransactionRecord(
  row: AddressTransactionRow,
  address: string,
  signatures: SignatureBook,
): FeedTransactionDto {
  const { role, counterparty } = partOf(address, row.from, row.to);
  return {
    hash: row.hash,
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    timestamp: row.timestamp,
    from: row.from,
    valueWei: row.value,
    // A block that may hold blobs has a price for them.
    feeWei: feesOf(row, row).feeWei!,
    nonce: row.nonce,
    txType: row.type,
    inputSize: row.inputSize,
    gasUsed: row.gasUsed,
    role,
    ...orAbsent('to', row.to),
    ...orAbsent('counterparty', counterparty),
    gasPrice: row.effectiveGasPrice,
    ...calledMethod(row, signatures),
    ...orAbsent('status', row.status),
  };
}
