import { packWords } from '../../domain/chain/codec/packed-words.js';
import type { Receipt, Transaction, VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/** First bytes of the input, which are stored as they are because lists show them. */
export const SELECTOR_BYTES = 4;

export const TRANSACTION_COLUMNS = [
  'block_number',
  'tx_index',
  'hash',
  'type',
  'from_address',
  'to_address',
  'contract_address',
  'value',
  'nonce',
  'gas_limit',
  'gas_used',
  'effective_gas_price',
  'gas_price',
  'max_fee_per_gas',
  'max_priority_fee_per_gas',
  'max_fee_per_blob_gas',
  'blob_versioned_hashes',
  'access_list_size',
  'authorization_count',
  'input_size',
  'packed_input',
  'status',
  'log_count',
];

/** Adds the rows of one block's transactions, in transaction order. */
export function writeTransactionRows(rows: BinaryCopy, block: VerifiedBlock): void {
  block.transactions.forEach((transaction, index) => {
    writeTransactionRow(rows, block.header.number, index, transaction, block.receipts[index]!);
  });
}

function writeTransactionRow(
  rows: BinaryCopy,
  blockNumber: number,
  index: number,
  transaction: Transaction,
  receipt: Receipt,
): void {
  rows
    .row()
    .int8(blockNumber)
    .int4(index)
    .bytea(transaction.hash)
    .int2(transaction.type)
    .bytea(transaction.from)
    .bytea(transaction.to)
    .bytea(receipt.contractAddress)
    .numeric(transaction.value)
    .int8(transaction.nonce)
    .int8(transaction.gasLimit)
    .int8(receipt.gasUsed)
    .numeric(receipt.effectiveGasPrice)
    .numeric(transaction.gasPrice)
    .numeric(transaction.maxFeePerGas)
    .numeric(transaction.maxPriorityFeePerGas)
    .numeric(transaction.maxFeePerBlobGas)
    .byteaArray(transaction.blobVersionedHashes)
    .int4(transaction.accessList?.length)
    .int4(transaction.authorizationList?.length)
    .int4(transaction.input.length)
    .bytea(packWords(transaction.input, SELECTOR_BYTES))
    .int2(receipt.status)
    .int4(receipt.logs.length);
}
