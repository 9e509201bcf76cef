import {
  blobBaseFee,
  blobUpdateFraction,
  type ForkSchedule,
  systemCallAddresses,
} from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

export const BLOCK_COLUMNS = [
  'number',
  'hash',
  'parent_hash',
  'timestamp',
  'fee_recipient',
  'state_root',
  'transactions_root',
  'receipts_root',
  'gas_limit',
  'gas_used',
  'base_fee_per_gas',
  'blob_base_fee',
  'blob_gas_used',
  'excess_blob_gas',
  'difficulty',
  'extra_data',
  'ommer_count',
  'tx_count',
  'contract_creation_count',
  'blob_tx_count',
  'withdrawal_count',
  'total_withdrawal_gwei',
  'total_value',
  'total_gas_fees',
  'log_count',
  'successful_tx_count',
  'failed_tx_count',
  'unique_address_count',
];

/** Adds the row of one block. */
export function writeBlockRow(rows: BinaryCopy, block: VerifiedBlock, schedule: ForkSchedule): void {
  const { header, transactions, receipts } = block;
  const withdrawals = block.withdrawals ?? [];
  const successful = successCount(block);
  rows
    .row()
    .int8(header.number)
    .bytea(block.hash)
    .bytea(header.parentHash)
    .int4(header.timestamp)
    .bytea(header.beneficiary)
    .bytea(header.stateRoot)
    .bytea(header.transactionsRoot)
    .bytea(header.receiptsRoot)
    .int8(header.gasLimit)
    .int8(header.gasUsed)
    .numeric(header.baseFeePerGas)
    .numeric(blobFee(block, schedule))
    .int8(header.blobGasUsed)
    .int8(header.excessBlobGas)
    .numeric(header.difficulty)
    .bytea(header.extraData)
    .int2(block.ommerCount)
    .int4(transactions.length)
    .int4(transactions.filter(({ to }) => to === undefined).length)
    .int4(transactions.filter(({ type }) => type === 3).length)
    .int4(withdrawals.length)
    .numeric(withdrawals.reduce((sum, { amountGwei }) => sum + amountGwei, 0n))
    .numeric(transactions.reduce((sum, { value }) => sum + value, 0n))
    .numeric(
      receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + BigInt(gasUsed) * effectiveGasPrice, 0n),
    )
    .int4(receipts.reduce((sum, { logs }) => sum + logs.length, 0))
    .int4(successful)
    .int4(successful === undefined ? undefined : transactions.length - successful)
    .int4(uniqueAddressCount(block, schedule));
}

function blobFee({ header }: VerifiedBlock, schedule: ForkSchedule): bigint | undefined {
  const fraction = blobUpdateFraction(schedule, header.timestamp);
  if (header.excessBlobGas === undefined || fraction === undefined) return undefined;
  return blobBaseFee(BigInt(header.excessBlobGas), fraction);
}

/** Undefined where neither a receipt nor a trace gives the outcome of a transaction. */
function successCount({ receipts }: VerifiedBlock): number | undefined {
  return receipts.every(({ status }) => status !== undefined)
    ? receipts.filter(({ status }) => status === 1).length
    : undefined;
}

/**
 * Distinct addresses whose state the block touched: by transactions or the genesis allocation, withdrawals,
 * the fee recipient, ommers, and calls that the protocol makes itself. Undefined without state changes or
 * ommers.
 */
function uniqueAddressCount(block: VerifiedBlock, schedule: ForkSchedule): number | undefined {
  if (block.stateChanges === undefined || block.ommers === undefined) return undefined;
  const touched = new Set<string>([block.header.beneficiary.toString('latin1')]);
  for (const changes of [...block.stateChanges, block.allocation ?? []])
    for (const { address } of changes) touched.add(address.toString('latin1'));
  for (const { address } of block.withdrawals ?? []) touched.add(address.toString('latin1'));
  for (const { beneficiary } of block.ommers) touched.add(beneficiary.toString('latin1'));
  for (const address of systemCallAddresses(schedule, block.header.timestamp))
    touched.add(address.toString('latin1'));
  return touched.size;
}
