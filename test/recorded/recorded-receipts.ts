import { join } from 'node:path';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Log } from '../../src/domain/chain/record/block.js';
import type { MadeTransaction } from '../builder/verified-block.js';
import { recordedCalls } from './recorded-answers.js';
import { linesOf, wholeBlocks } from './recorded-block.js';

interface LogJson {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface ReceiptJson {
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly from: string;
  readonly to: string | null;
  readonly contractAddress: string | null;
  readonly logs: readonly LogJson[];
}

/** A transaction that is known from its receipt. */
export interface ReceivedTransaction extends MadeTransaction {
  readonly block: number;
}

/** Every recorded mainnet receipt once, in the order of the chain. */
export function recordedReceipts(data: string): ReceivedTransaction[] {
  const all = [
    ...wholeBlocks(data).flatMap(({ receipts = [] }) => receipts as unknown as ReceiptJson[]),
    ...['eth_getBlockReceipts', 'erigon_getBlockReceiptsByBlockHash'].flatMap((name) =>
      recordedCalls<ReceiptJson[]>(name).flatMap(({ result }) => result),
    ),
    ...rotkiReceipts(data),
  ];
  const once = new Map(all.map((receipt) => [receipt.transactionHash, receipt]));
  return [...once.values()].map(transactionOf).sort((one, other) => one.block - other.block);
}

function rotkiReceipts(data: string): ReceiptJson[] {
  const lines = linesOf(join(data, 'rotki', 'tx_receipt_block.ndjson.gz')) as { receipt: ReceiptJson }[];
  return lines.map(({ receipt }) => receipt);
}

function transactionOf({ blockNumber, from, to, contractAddress, logs }: ReceiptJson): ReceivedTransaction {
  return {
    block: Number(blockNumber),
    from: fromHex(from),
    to: fromHex((to ?? contractAddress)!),
    logs: logs.map(logOf),
  };
}

const logOf = ({ address, topics, data }: LogJson): Log => ({
  address: fromHex(address),
  topics: topics.map(fromHex),
  data: fromHex(data),
});
