import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const BEACON_ROOTS = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';
/** System contracts for block hashes, withdrawal requests and consolidation requests. */
const PRAGUE_SYSTEM_CONTRACTS = [
  '0x0000f90827f1c53a10cb7a02335b175320002935',
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
];

const decimal = (quantity: string): string => String(BigInt(quantity));
const decimalOrNull = (quantity: string | undefined): string | null =>
  quantity === undefined ? null : decimal(quantity);

/** The row of table `block`. */
export function expectedBlock(observed: ObservedBlock): Row {
  const { block, receipts } = observed;
  let creations = 0;
  let blobTransactions = 0;
  let value = 0n;
  let fees = 0n;
  let logs = 0;
  for (const [index, transaction] of block.transactions.entries()) {
    const receipt = receipts[index]!;
    if (transaction.to === null) creations++;
    if (transaction.type === '0x3') blobTransactions++;
    value += BigInt(transaction.value);
    fees += BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    logs += receipt.logs.length;
  }
  let withdrawn = 0n;
  for (const withdrawal of block.withdrawals ?? []) withdrawn += BigInt(withdrawal.amount);
  const successes = statuses(observed).filter((status) => status === 1).length;
  const known = !statuses(observed).includes(null);
  return {
    number: Number(block.number),
    hash: block.hash,
    parent_hash: block.parentHash,
    timestamp: Number(block.timestamp),
    fee_recipient: block.miner,
    state_root: block.stateRoot,
    transactions_root: block.transactionsRoot,
    receipts_root: block.receiptsRoot,
    gas_limit: decimal(block.gasLimit),
    gas_used: decimal(block.gasUsed),
    base_fee_per_gas: decimalOrNull(block.baseFeePerGas),
    blob_base_fee: blobBaseFee(block.excessBlobGas, Number(block.timestamp)),
    blob_gas_used: decimalOrNull(block.blobGasUsed),
    excess_blob_gas: decimalOrNull(block.excessBlobGas),
    difficulty: decimal(block.difficulty),
    extra_data: block.extraData,
    ommer_count: block.uncles.length,
    tx_count: block.transactions.length,
    contract_creation_count: creations,
    blob_tx_count: blobTransactions,
    withdrawal_count: block.withdrawals?.length ?? 0,
    total_withdrawal_gwei: String(withdrawn),
    total_value: String(value),
    total_gas_fees: String(fees),
    log_count: logs,
    successful_tx_count: known ? successes : null,
    failed_tx_count: known ? block.transactions.length - successes : null,
    unique_address_count: uniqueAddresses(observed),
  };
}

/** 1, 0, or null if neither receipt nor traces show it. */
export function statuses({ receipts, callTraces, flatTraces }: ObservedBlock): (0 | 1 | null)[] {
  return receipts.map((receipt, index) => {
    if (receipt.status) return receipt.status === '0x1' ? 1 : 0;
    if (callTraces) return callTraces[index]!.error === undefined ? 1 : 0;
    if (!flatTraces) return null;
    const root = flatTraces.find(
      (frame) => frame.transactionPosition === index && frame.traceAddress.length === 0,
    );
    return root?.error === undefined ? 1 : 0;
  });
}

function uniqueAddresses({ block, ommers, touchedAddresses }: ObservedBlock): number | null {
  // Without transactions no address is touched, traced or not.
  const touched = block.transactions.length === 0 ? [] : touchedAddresses;
  if (!touched || !ommers) return null;
  const addresses = new Set(touched.flat());
  addresses.add(block.miner);
  for (const withdrawal of block.withdrawals ?? []) addresses.add(withdrawal.address);
  for (const ommer of ommers) addresses.add(ommer.miner);
  if (block.parentBeaconBlockRoot !== undefined) addresses.add(BEACON_ROOTS);
  if (block.requestsHash !== undefined) for (const address of PRAGUE_SYSTEM_CONTRACTS) addresses.add(address);
  return addresses.size;
}

/** e^(excess / fraction) in whole wei, by the Taylor series of EIP-4844. */
function blobBaseFee(excessBlobGas: string | undefined, timestamp: number): string | null {
  if (excessBlobGas === undefined) return null;
  let fraction = 3_338_477n;
  // Prague, and the two later forks that only changed blob parameters.
  if (timestamp >= 1_746_612_311) fraction = 5_007_716n;
  if (timestamp >= 1_765_290_071) fraction = 8_346_193n;
  if (timestamp >= 1_767_747_671) fraction = 11_684_671n;
  const excess = BigInt(excessBlobGas);
  let output = 0n;
  let numerator = fraction;
  for (let step = 1n; numerator > 0n; step++) {
    output += numerator;
    numerator = (numerator * excess) / (fraction * step);
  }
  return String(output / fraction);
}
