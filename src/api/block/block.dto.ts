import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { BlockRow } from '../../records/block/block.reader.js';
import {
  AddressField,
  AmountField,
  BytesField,
  ChainIdField,
  CountField,
  HashField,
  LongField,
  UnixSecondsField,
} from '../http/record/field.js';
import type { Mutable } from '../http/record/mutable.js';

const BEFORE_LONDON = 'the block precedes EIP-1559';
const BEFORE_CANCUN = 'the block precedes Cancun';
const NO_FEES = 'not computed, or no fee was paid';
const NO_SUCCESS = 'success is not known of every transaction; never none';

@ApiSchema({ name: 'Block', description: 'One block: its header and what its transactions add up to.' })
export class BlockDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @LongField('Block number.')
  readonly number!: number;

  @HashField('Hash of the block.')
  readonly hash!: Hash;

  @HashField('Hash of the block before it.')
  readonly parentHash!: Hash;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @AddressField('Beneficiary of the header.')
  readonly feeRecipient!: Address;

  @HashField('Root of the state after the block.')
  readonly stateRoot!: Hash;

  @HashField('Root of its transactions.')
  readonly transactionsRoot!: string;

  @HashField('Root of its receipts.')
  readonly receiptsRoot!: string;

  @AmountField('Most gas the block may use.')
  readonly gasLimit!: string;

  @AmountField('Gas its transactions used.')
  readonly gasUsed!: string;

  @CountField('Transactions.')
  readonly txCount!: number;

  @CountField('Transactions that create a contract.')
  readonly contractCreationCount!: number;

  @CountField('Transactions that carry blobs.')
  readonly blobTxCount!: number;

  @CountField('Withdrawals from the consensus layer.')
  readonly withdrawalCount!: number;

  @AmountField('Sum of the withdrawals, gwei.')
  readonly totalWithdrawalGwei!: string;

  @AmountField('Sum of the values of all transactions, failed ones included, wei.')
  readonly totalValueWei!: string;

  @AmountField('Difficulty; 0 since the merge.')
  readonly difficulty!: string;

  @BytesField('Extra bytes of the header.')
  readonly extraData!: string;

  @CountField('Ommers; 0 since the merge.')
  readonly ommersCount!: number;

  @AmountField('Base fee per gas, wei.', BEFORE_LONDON)
  readonly baseFeePerGas?: string;

  @AmountField('Base fee per blob gas, wei.', BEFORE_CANCUN)
  readonly blobBaseFeeWei?: string;

  @AmountField('Blob gas used.', BEFORE_CANCUN)
  readonly blobGasUsed?: string;

  @AmountField('Blob gas above target, carried on.', BEFORE_CANCUN)
  readonly excessBlobGas?: string;

  @AmountField('Base fees burnt, wei; blob fees not included.', BEFORE_LONDON)
  readonly burntFees?: string;

  @AmountField('All gas fees, wei; blob fees not included.', NO_FEES)
  readonly totalGasFees?: string;

  @AmountField('Gas fees above the base fee, wei.', NO_FEES)
  readonly totalTips?: string;

  @CountField('Logs of all receipts.', NO_SUCCESS)
  readonly logCount?: number;

  @CountField('Transactions that succeeded.', NO_SUCCESS)
  readonly successfulTxCount?: number;

  @CountField('Transactions that failed.', NO_SUCCESS)
  readonly failedTxCount?: number;

  @CountField(
    'Distinct addresses whose state the block touched.',
    'not known yet: a block this new is still reconciled',
  )
  readonly uniqueAddressCount?: number;
}

/** The record of a block. @param settled whether the addresses that it touched can no longer change */
export function blockRecord(row: BlockRow, settled: boolean): BlockDto {
  const record: Mutable<BlockDto> = {
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
  };
  if (row.baseFeePerGas !== null) record.baseFeePerGas = row.baseFeePerGas;
  if (row.blobBaseFee !== null) record.blobBaseFeeWei = row.blobBaseFee;
  if (row.blobGasUsed !== null) record.blobGasUsed = row.blobGasUsed;
  if (row.excessBlobGas !== null) record.excessBlobGas = row.excessBlobGas;
  addFees(record, row);
  addReceiptCounts(record, row);
  if (settled && row.uniqueAddressCount !== null) record.uniqueAddressCount = row.uniqueAddressCount;
  return record;
}

/**
 * Before London nothing is burnt, and the whole fee is the tip. A sum of zero is left out if the block has
 * transactions.
 */
function addFees(
  record: Mutable<BlockDto>,
  { txCount, baseFeePerGas, gasUsed, totalGasFees }: BlockRow,
): void {
  const burnt = baseFeePerGas === null ? undefined : BigInt(baseFeePerGas) * BigInt(gasUsed);
  if (burnt !== undefined) record.burntFees = burnt.toString();
  if (totalGasFees === '0' && txCount > 0) return;
  record.totalGasFees = totalGasFees;
  record.totalTips = (BigInt(totalGasFees) - (burnt ?? 0n)).toString();
}

/** States the three counts together or not at all. */
function addReceiptCounts(
  record: Mutable<BlockDto>,
  { logCount, successfulTxCount, failedTxCount }: BlockRow,
): void {
  if (successfulTxCount === null || failedTxCount === null) return;
  record.logCount = logCount;
  record.successfulTxCount = successfulTxCount;
  record.failedTxCount = failedTxCount;
}
