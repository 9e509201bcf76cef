import { expectedAccounts, expectedCredits, expectedStorage } from './expected-balances.js';
import { expectedBlock, statuses } from './expected-block.js';
import { expectedFeeRecipients, expectedWithdrawals } from './expected-consensus.js';
import { expectedCodeChanges, expectedSlotChanges } from './expected-contracts.js';
import { deployments, expectedInternalTransfers } from './expected-frames.js';
import { expectedAnswers, expectedPriceCoverage } from './expected-prices.js';
import { expectedTokens } from './expected-tokens.js';
import { expectedTransfers } from './expected-transfers.js';
import type { ObservedBlock } from './observed-block.js';
import type { Row, Tables } from './row.js';

/**
 * The rows that the projections must have for these blocks: a second implementation, naive on purpose, which shares no code
 * with the first. Blocks ascend; missing numbers are gaps in the coverage.
 */
export function expectedTables(chain: readonly ObservedBlock[]): Tables {
  const codes = new Map<string, Row>();
  const covered = coverage(chain);
  return {
    block: chain.map(expectedBlock),
    transaction: chain.flatMap(expectedTransactions),
    log: chain.flatMap(expectedLogs),
    internal_transfer: chain.flatMap(expectedInternalTransfers),
    transfer: chain.flatMap(expectedTransfers),
    ...expectedTokens(chain),
    code_change: chain.flatMap((observed) => expectedCodeChanges(observed, deployments(observed), codes)),
    code: [...codes.values()],
    slot_change: chain.flatMap(expectedSlotChanges),
    storage_value: chain.flatMap(expectedStorage),
    account_state: chain.flatMap(expectedAccounts),
    native_credit: chain.flatMap(expectedCredits),
    withdrawal: chain.flatMap(expectedWithdrawals),
    fee_recipient_bucket: expectedFeeRecipients(chain),
    coverage: covered,
    price_answer: chain.flatMap(expectedAnswers),
    price_coverage: expectedPriceCoverage(
      String(covered.find(({ family }) => family === 'state_diff')!.ranges),
    ),
  };
}

const decimalOrNull = (quantity: string | undefined): string | null =>
  quantity === undefined ? null : String(BigInt(quantity));

function expectedTransactions(observed: ObservedBlock): Row[] {
  const rows: Row[] = [];
  const status = statuses(observed);
  for (const [index, transaction] of observed.block.transactions.entries()) {
    const receipt = observed.receipts[index]!;
    const type = Number(transaction.type);
    rows.push({
      block_number: Number(observed.block.number),
      tx_index: index,
      hash: transaction.hash,
      type,
      from_address: transaction.from,
      to_address: transaction.to,
      contract_address: receipt.contractAddress,
      value: String(BigInt(transaction.value)),
      nonce: String(BigInt(transaction.nonce)),
      gas_limit: String(BigInt(transaction.gas)),
      gas_used: String(BigInt(receipt.gasUsed)),
      effective_gas_price: String(BigInt(receipt.effectiveGasPrice)),
      gas_price: type < 2 ? decimalOrNull(transaction.gasPrice) : null,
      max_fee_per_gas: decimalOrNull(transaction.maxFeePerGas),
      max_priority_fee_per_gas: decimalOrNull(transaction.maxPriorityFeePerGas),
      max_fee_per_blob_gas: decimalOrNull(transaction.maxFeePerBlobGas),
      blob_versioned_hashes: transaction.blobVersionedHashes ?? null,
      access_list_size: type === 0 ? null : transaction.accessList!.length,
      authorization_count: type === 4 ? transaction.authorizationList!.length : null,
      input: transaction.input,
      status: status[index]!,
      log_count: receipt.logs.length,
    });
  }
  return rows;
}

function expectedLogs({ block, receipts }: ObservedBlock): Row[] {
  const rows: Row[] = [];
  for (const [txIndex, receipt] of receipts.entries()) {
    for (const [indexInTransaction, log] of receipt.logs.entries()) {
      rows.push({
        block_number: Number(block.number),
        log_index: rows.length,
        tx_index: txIndex,
        log_index_in_tx: indexInTransaction,
        address: log.address,
        topic0: log.topics[0] ?? null,
        topic1: log.topics[1] ?? null,
        topic2: log.topics[2] ?? null,
        topic3: log.topics[3] ?? null,
        data: log.data,
      });
    }
  }
  return rows;
}

/** One row for each family, also without covered blocks, with its ranges in PostgreSQL's canonical text. */
function coverage(chain: readonly ObservedBlock[]): Row[] {
  const families: [string, (block: ObservedBlock) => boolean][] = [
    // None of the blocks is of Amsterdam.
    ['access_list', () => false],
    ['blocks', () => true],
    ['failed_frames', (block) => block.callTraces !== undefined || isEmpty(block)],
    ['frames', (block) => block.callTraces !== undefined || block.flatTraces !== undefined || isEmpty(block)],
    ['ommers', (block) => block.ommers !== undefined],
    ['state_diff', (block) => block.touchedAddresses !== undefined || isEmpty(block)],
  ];
  return families.map(([family, covers]) => ({
    family,
    ranges: multirange(chain.filter(covers).map(({ block }) => Number(block.number))),
  }));
}

/** Without transactions there is nothing to trace. */
const isEmpty = ({ block }: ObservedBlock): boolean => block.transactions.length === 0;

function multirange(ascending: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of ascending) {
    const last = ranges.at(-1);
    if (last && last[1] === number) last[1]++;
    else ranges.push([number, number + 1]);
  }
  return `{${ranges.map(([from, end]) => `[${from},${end})`).join(',')}}`;
}
