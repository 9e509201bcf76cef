import { toEventSelector } from 'viem';
import { fromHex } from '../src/domain/chain/codec/hex.js';
import { packWords } from '../src/domain/chain/codec/packed-words.js';
import { withoutZeros } from '../src/domain/chain/record/storage-slot.js';
import { TRANSFER_SHAPES, tokenTransfers } from '../src/domain/token/token-transfer.js';
import type { BinaryCopy } from '../src/platform/postgres/binary-copy.js';
import { storedTopic } from '../src/records/log/known-events.js';
import { SELECTOR_BYTES } from '../src/records/transaction/transaction.table.js';
import { isReadFromLog } from '../src/records/transfer/transfer.table.js';
import type { CallTraceJson } from '../test/simulation/geth-traces.js';
import type { ReceiptJson, TransactionJson } from '../test/simulation/sim-block.js';
import type { FetchedBlock } from './floor-fetch.js';

const bytesOrNull = (hex: string | null | undefined): Buffer | undefined =>
  hex === null || hex === undefined ? undefined : fromHex(hex);
const amount = (quantity: string | undefined): bigint | undefined =>
  quantity === undefined ? undefined : BigInt(quantity);
const length = (hex: string): number => (hex.length - 2) >> 1;

/** Prague's system contracts and the beacon roots, which every block of the benchmark touches. */
const SYSTEM_CONTRACTS = [
  '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
  '0x0000f90827f1c53a10cb7a02335b175320002935',
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
];
const UPDATE_FRACTION = 11_684_671n;

export function writeBlock(rows: BinaryCopy, { block, receipts, prestate }: FetchedBlock): void {
  const touched = new Set([block.miner, ...SYSTEM_CONTRACTS]);
  for (const { result } of prestate) {
    for (const address of Object.keys(result.pre)) touched.add(address);
    for (const address of Object.keys(result.post)) touched.add(address);
  }
  const withdrawals = block.withdrawals ?? [];
  for (const { address } of withdrawals) touched.add(address);
  const { transactions } = block;
  const successes = receipts.filter(({ status }) => status === '0x1').length;
  rows
    .row()
    .int8(Number(block.number))
    .bytea(fromHex(block.hash))
    .bytea(fromHex(block.parentHash))
    .int4(Number(block.timestamp))
    .bytea(fromHex(block.miner))
    .bytea(fromHex(block.stateRoot))
    .bytea(fromHex(block.transactionsRoot))
    .bytea(fromHex(block.receiptsRoot))
    .int8(Number(block.gasLimit))
    .int8(Number(block.gasUsed))
    .numeric(amount(block.baseFeePerGas))
    .numeric(blobBaseFee(BigInt(block.excessBlobGas!)))
    .int8(Number(block.blobGasUsed))
    .int8(Number(block.excessBlobGas))
    .numeric(BigInt(block.difficulty))
    .bytea(fromHex(block.extraData))
    .int2(block.uncles.length)
    .int4(transactions.length)
    .int4(transactions.filter(({ to }) => to === null).length)
    .int4(transactions.filter(({ type }) => type === '0x3').length)
    .int4(withdrawals.length)
    .numeric(withdrawals.reduce((sum, withdrawal) => sum + BigInt(withdrawal.amount), 0n))
    .numeric(transactions.reduce((sum, transaction) => sum + BigInt(transaction.value), 0n))
    .numeric(
      receipts.reduce(
        (sum, receipt) => sum + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
        0n,
      ),
    )
    .int4(receipts.reduce((sum, { logs }) => sum + logs.length, 0))
    .int4(successes)
    .int4(transactions.length - successes)
    .int4(touched.size);
}

function blobBaseFee(excess: bigint): bigint {
  let sum = 0n;
  let term = UPDATE_FRACTION;
  for (let step = 1n; term > 0n; step++) {
    sum += term;
    term = (term * excess) / (UPDATE_FRACTION * step);
  }
  return sum / UPDATE_FRACTION;
}

export function writeTransactions(rows: BinaryCopy, { block, receipts }: FetchedBlock): void {
  const number = Number(block.number);
  for (let index = 0; index < receipts.length; index++)
    writeTransaction(rows, number, index, block.transactions[index]!, receipts[index]!);
}

function writeTransaction(
  rows: BinaryCopy,
  number: number,
  index: number,
  transaction: TransactionJson,
  receipt: ReceiptJson,
): void {
  const type = Number(transaction.type);
  rows
    .row()
    .int8(number)
    .int4(index)
    .bytea(fromHex(transaction.hash))
    .int2(type)
    .bytea(fromHex(transaction.from))
    .bytea(bytesOrNull(transaction.to))
    .bytea(bytesOrNull(receipt.contractAddress))
    .numeric(BigInt(transaction.value))
    .int8(Number(transaction.nonce))
    .int8(Number(transaction.gas))
    .int8(Number(receipt.gasUsed))
    .numeric(BigInt(receipt.effectiveGasPrice))
    .numeric(type < 2 ? BigInt(transaction.gasPrice) : undefined)
    .numeric(amount(transaction.maxFeePerGas))
    .numeric(amount(transaction.maxPriorityFeePerGas))
    .numeric(amount(transaction.maxFeePerBlobGas))
    .byteaArray(transaction.blobVersionedHashes?.map(fromHex))
    .int4(transaction.accessList?.length)
    .int4(transaction.authorizationList?.length)
    .int4(length(transaction.input))
    .bytea(packWords(fromHex(transaction.input), SELECTOR_BYTES))
    .int2(Number(receipt.status))
    .int4(receipt.logs.length);
}

export function writeLogs(rows: BinaryCopy, { block, receipts }: FetchedBlock): void {
  const number = Number(block.number);
  let logIndex = 0;
  for (let txIndex = 0; txIndex < receipts.length; txIndex++) {
    const { logs } = receipts[txIndex]!;
    for (let inTx = 0; inTx < logs.length; inTx++) {
      const { address, topics, data } = logs[inTx]!;
      rows.row().int8(number).int4(logIndex++).int4(txIndex).int4(inTx).bytea(fromHex(address));
      rows.bytea(topics[0] === undefined ? undefined : storedTopic(fromHex(topics[0])));
      for (let topic = 1; topic < 4; topic++) writeTopic(rows, topics[topic]);
      rows.int4(length(data)).bytea(packWords(fromHex(data)));
    }
  }
}

function writeTopic(rows: BinaryCopy, topic: string | undefined): void {
  rows.bytea(topic === undefined ? undefined : withoutZeros(fromHex(topic)));
}

const TRANSFER_EVENT = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** First topics of events that may give a row. */
const TOKEN_EVENTS = new Set(
  [
    'Transfer(address,address,uint256)',
    'TransferSingle(address,address,address,uint256,uint256)',
    'TransferBatch(address,address,address,uint256[],uint256[])',
    'Sent(address,address,address,uint256,bytes,bytes)',
    'Minted(address,address,uint256,bytes,bytes)',
    'Burned(address,address,uint256,bytes,bytes)',
  ].map((signature) => toEventSelector(signature)),
) as ReadonlySet<string>;

type LogJson = FetchedBlock['receipts'][number]['logs'][number];

/** Whether it is a transfer that is stored as its log alone, as nearly all are: others need a decoder. */
const isReadFromTopics = ({ topics }: LogJson): boolean => topics[0] === TRANSFER_EVENT && topics.length > 1;

/** Writes transfers that are not read from their logs alone. */
export function writeDecodedTransfers(rows: BinaryCopy, { block, receipts }: FetchedBlock): void {
  const number = Number(block.number);
  let firstLogIndex = 0;
  for (let txIndex = 0; txIndex < receipts.length; txIndex++) {
    const { logs } = receipts[txIndex]!;
    if (logs.some((log) => TOKEN_EVENTS.has(log.topics[0] ?? '') && !isReadFromTopics(log)))
      writeTransfers(rows, number, txIndex, firstLogIndex, logs);
    firstLogIndex += logs.length;
  }
}

function writeTransfers(
  rows: BinaryCopy,
  number: number,
  txIndex: number,
  firstLogIndex: number,
  logs: readonly LogJson[],
): void {
  const decoded = logs.map(({ address, topics, data }) => ({
    address: fromHex(address),
    topics: topics.map(fromHex),
    data: fromHex(data),
  }));
  for (const transfer of tokenTransfers(decoded)) {
    if (isReadFromLog(transfer)) continue;
    const { logIndexInTx, batchIndex, token, shape, from, to, operator, tokenId, value } = transfer;
    rows
      .row()
      .int8(number)
      .int4(txIndex)
      .int4(firstLogIndex + logIndexInTx)
      .int4(batchIndex)
      .bytea(token);
    rows.int2(TRANSFER_SHAPES.indexOf(shape)).bytea(from).bytea(to).bytea(operator);
    rows.numeric(tokenId).numeric(value);
  }
}

/** The first 19 bytes of the address of every precompile that the blocks call. */
const PRECOMPILE = '0x00000000000000000000000000000000000000';

const KINDS = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

export function writeFrames(rows: BinaryCopy, { block, receipts, calls }: FetchedBlock): void {
  const number = Number(block.number);
  for (let txIndex = 0; txIndex < calls.length; txIndex++) {
    const gas = Number(block.transactions[txIndex]!.gas);
    const gasUsed = Number(receipts[txIndex]!.gasUsed);
    writeFrame(rows, number, txIndex, { ...calls[txIndex]!.result, gas, gasUsed }, '0000', false);
  }
}

type Call = Omit<CallTraceJson, 'gas' | 'gasUsed'> & {
  readonly gas: string | number;
  readonly gasUsed: string | number;
};

function writeFrame(
  rows: BinaryCopy,
  number: number,
  txIndex: number,
  call: Call,
  path: string,
  undone: boolean,
): void {
  const { type, input, error, output = '0x' } = call;
  const reverted = undone || error !== undefined;
  const creates = type === 'CREATE' || type === 'CREATE2';
  const carries = type !== 'DELEGATECALL' && type !== 'STATICCALL';
  rows
    .row()
    .int8(number)
    .int4(txIndex)
    .bytea(Buffer.from(path, 'hex'))
    .int2(KINDS.indexOf(type))
    .bytea(fromHex(call.from))
    .bytea(bytesOrNull(call.to))
    .numeric(carries && call.value !== undefined ? BigInt(call.value) : 0n)
    .int8(Number(call.gas))
    .int8(Number(call.gasUsed))
    .bytea(!creates && input.length >= 10 ? fromHex(input.slice(0, 10)) : undefined)
    .int4(length(input))
    .text(error === 'invalid opcode: INVALID' ? 'invalid opcode' : error)
    .bytea(error === undefined ? undefined : fromHex(output).subarray(0, 4096))
    .int4(creates || error !== undefined ? length(output) : 0)
    .bool(reverted);
  let sibling = 0;
  for (const inner of call.calls ?? []) {
    const moves = inner.type !== 'DELEGATECALL' && Number(inner.value ?? 0) > 0;
    const silent = inner.type.includes('CALL') && !moves && inner.to!.startsWith(PRECOMPILE);
    if (silent) continue;
    writeFrame(rows, number, txIndex, inner, path + (sibling++).toString(16).padStart(4, '0'), reverted);
  }
}
