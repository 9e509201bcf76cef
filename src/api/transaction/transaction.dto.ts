import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { TransactionBlock, TransactionRow } from '../../records/transaction/transaction.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  CountField,
  HashField,
  HashListField,
  LongField,
  SelectorField,
  StatusField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { calledMethod } from './called-method.js';
import { blobsOf, feesOf } from './transaction-fees.js';

const NO_RECEIPT = 'the receipt is not recorded';
const TYPE_HAS_NONE = 'transactions of this type have none';
const NO_BLOBS = 'it carries no blobs';

@ApiSchema({ name: 'Transaction', description: 'One transaction as a block lists it.' })
export class TransactionDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @HashField('Hash of the transaction.')
  readonly hash!: Hash;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place in the block, from 0.')
  readonly txIndex!: number;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @AddressField('Sender.')
  readonly from!: Address;

  @AmountField('Value sent at the top level, wei.')
  readonly valueWei!: string;

  @LongField('Nonce of the sender.')
  readonly nonce!: number;

  @CountField('EIP-2718 type.')
  readonly txType!: number;

  @CountField('Length of the call data, bytes.')
  readonly inputSize!: number;

  @AmountField('Most gas it may use.')
  readonly gasLimit!: string;

  @HashField('Hash of its block.', 'not stated')
  readonly blockHash?: Hash | undefined;

  @AddressField('Recipient at the top level.', 'it creates a contract')
  readonly to?: Address | undefined;

  @AddressField('Contract it created at the top level.', 'no creation, a failed one, or success is not known')
  readonly contractAddress?: Address | undefined;

  @AmountField('Gas used.', NO_RECEIPT)
  readonly gasUsed?: string | undefined;

  @AmountField('Price paid per gas, wei.', 'not stated')
  readonly gasPrice?: string | undefined;

  @AmountField('Most it pays per gas, wei.', TYPE_HAS_NONE)
  readonly maxFeePerGas?: string | undefined;

  @AmountField('Most it tips per gas, wei.', TYPE_HAS_NONE)
  readonly maxPriorityFeePerGas?: string | undefined;

  @AmountField('Most it pays per blob gas, wei.', NO_BLOBS)
  readonly maxFeePerBlobGas?: string | undefined;

  @AmountField('Blob gas used.', NO_BLOBS)
  readonly blobGasUsed?: string | undefined;

  @HashListField('Versioned hashes of its blobs.', NO_BLOBS)
  readonly blobVersionedHashes?: readonly Hash[] | undefined;

  @AmountField('Fee paid, blob fee included, wei.', NO_RECEIPT)
  readonly feeWei?: string | undefined;

  @AmountField('Burnt part of the fee, including the blob fee, wei.', 'the block precedes EIP-1559')
  readonly burntFeeWei?: string | undefined;

  @AmountField('Part of the fee that the fee recipient got, wei.', 'not stated')
  readonly tipWei?: string | undefined;

  @SelectorField('First four bytes of the call data.', 'a creation, or too little call data for a selector')
  readonly methodId?: string | undefined;

  @TextField('Name of the function called.', 'not known; never guessed')
  readonly methodName?: string | undefined;

  @StatusField('1 success, 0 failure.', 'not known')
  readonly status?: number | undefined;

  @CountField('Logs of its receipt.', NO_RECEIPT)
  readonly logCount?: number | undefined;

  @CountField('Addresses in its access list.', TYPE_HAS_NONE)
  readonly accessListSize?: number | undefined;

  @CountField('EIP-7702 authorizations.', TYPE_HAS_NONE)
  readonly authorizationCount?: number | undefined;
}

/** The record of a transaction as lists show it. */
export function transactionRecord(
  row: TransactionRow,
  block: TransactionBlock,
  signatures: SignatureBook,
): TransactionDto {
  const blobs = blobsOf(row);
  const fees = feesOf(row, block);
  const method = calledMethod(row, signatures);
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
    to: row.to ?? undefined,
    // A failed creation deploys nothing. Before Byzantium it may be unknown whether a creation failed.
    contractAddress: (row.status === 1 && row.contractAddress) || undefined,
    gasUsed: row.gasUsed,
    gasPrice: row.effectiveGasPrice,
    maxFeePerGas: row.maxFeePerGas ?? undefined,
    maxPriorityFeePerGas: row.maxPriorityFeePerGas ?? undefined,
    maxFeePerBlobGas: row.maxFeePerBlobGas ?? undefined,
    blobGasUsed: blobs?.blobGasUsed,
    blobVersionedHashes: blobs?.blobVersionedHashes,
    feeWei: fees.feeWei,
    burntFeeWei: fees.burntFeeWei,
    tipWei: fees.tipWei,
    methodId: method.methodId,
    methodName: method.methodName,
    status: row.status ?? undefined,
    logCount: row.logCount,
    accessListSize: row.accessListSize ?? undefined,
    authorizationCount: row.authorizationCount ?? undefined,
  };
}
