import { createMPT } from '@ethereumjs/mpt';
import { type Input, RLP } from '@ethereumjs/rlp';
import { getContractAddress, type Hex, keccak256, numberToHex, toHex } from 'viem';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Frame, StateChange } from '../../src/domain/chain/record/block.js';
import type {
  RpcBlock,
  RpcHeader,
  RpcLog,
  RpcReceipt,
  SourcedBlock,
  SourcedFrame,
} from '../../src/node/rpc/rpc-block.js';
import { blobPrice } from '../simulation/block-builder.js';
import { everyTransaction, type SignedTransaction, TARGET } from './signed-transactions.js';

const BASE_FEE = 20_000_000_000n;
const EXCESS_BLOB_GAS = 123_456_789n;
const word = (byte: number): Hex => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;
const LOGS: RpcLog[] = [
  { address: TARGET, topics: [word(0xdd), word(1), word(2)], data: word(3) },
  { address: TARGET, topics: [], data: '0x' },
  { address: TARGET, topics: [word(0xee), word(4), word(5), word(6)], data: `0x${'77'.repeat(70)}` },
];

const NUMBERS = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'slotNumber',
]);

/**
 * A block in the form of Prague, as a node returns it: one transaction of every type, receipts with logs (the third transaction failed),
 * withdrawals, call frames and, unlike a real block of Prague, proof of work and an ommer. Roots, hashes, blooms and signatures come from
 * viem and @ethereumjs only, so they are independent of the code that they test.
 *
 * @param untrue header fields that contradict the block's content; the block hash covers them
 * @param transactions instead of one of every type
 */
export async function sourcedBlock(
  untrue: Partial<RpcHeader> = {},
  transactions?: readonly SignedTransaction[],
): Promise<SourcedBlock> {
  const signed = transactions ?? (await everyTransaction());
  const receipts = signed.map((transaction, i) => receiptOf(transaction, i));
  const withdrawals = [0, 1, 300].map((index) => ({
    index: numberToHex(index),
    validatorIndex: numberToHex(9_000 + index),
    address: TARGET,
    amount: numberToHex(index * 1_000_000_007),
  }));
  const ommer = headerOf({ number: numberToHex(24_999_999), extraData: '0x6f6d6d6572' });
  const header = headerOf({
    sha3Uncles: keccak256(RLP.encode([headerFields(ommer)])),
    transactionsRoot: await rootOf(signed.map(({ raw }) => raw)),
    receiptsRoot: await rootOf(receipts.map((receipt) => receiptBytes(receipt))),
    withdrawalsRoot: await rootOf(
      withdrawals.map((w) =>
        RLP.encode([quantity(w.index), quantity(w.validatorIndex), w.address, quantity(w.amount)]),
      ),
    ),
    logsBloom: bloomOf(receipts.flatMap(({ logs }) => logs)),
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? '0x0',
    blobGasUsed: numberToHex(2 * 131_072),
    number: numberToHex(25_000_000),
    ...untrue,
  });
  const block: RpcBlock = {
    ...header,
    transactions: signed.map(({ rpc }) => rpc),
    uncles: [ommer.hash],
    withdrawals,
  };
  return {
    block,
    receipts,
    ommers: [ommer],
    frames: signed.map(framesOf),
    stateChanges: stateChangesOf(signed, receipts),
  };
}

/** State changes by the value, gas and fees of each transaction, from made-up balances. */
function stateChangesOf(
  signed: readonly SignedTransaction[],
  receipts: readonly RpcReceipt[],
): StateChange[][] {
  const holdings = new Map<string, bigint>();
  let mined = 0n;
  return signed.map(({ rpc }, index) => {
    const { gasUsed, effectiveGasPrice, contractAddress } = receipts[index]!;
    const value = index === 2 ? 0n : BigInt(rpc.value);
    const gas = BigInt(gasUsed!);
    const blobFee =
      BigInt(rpc.blobVersionedHashes?.length ?? 0) * 131_072n * blobPrice(EXCESS_BLOB_GAS, 11_684_671n);
    const before = holdings.get(rpc.from) ?? 10n ** 24n;
    const earned = mined;
    const held = before - (value + gas * BigInt(effectiveGasPrice!) + blobFee);
    holdings.set(rpc.from, held);
    mined += gas * (BigInt(effectiveGasPrice!) - BASE_FEE) + (rpc.to === null ? 0n : value);
    const changes: StateChange[] = [
      {
        address: fromHex(rpc.from),
        balance: { before, after: held },
        nonce: { before: Number(rpc.nonce), after: Number(rpc.nonce) + 1 },
        storage: [],
      },
      { address: fromHex(TARGET), balance: { before: earned, after: mined }, storage: [] },
    ];
    if (contractAddress)
      changes.push({
        address: fromHex(contractAddress),
        nonce: { before: 0, after: 1 },
        code: Buffer.from('root output'),
        storage: [],
      });
    return changes.sort((a, b) => Buffer.compare(a.address, b.address));
  });
}

function headerOf(fields: Partial<RpcHeader>): RpcHeader {
  const header = {
    parentHash: word(0x11),
    sha3Uncles: keccak256(RLP.encode([])),
    miner: TARGET,
    stateRoot: word(0x22),
    transactionsRoot: keccak256('0x80'),
    receiptsRoot: keccak256('0x80'),
    logsBloom: bloomOf([]),
    difficulty: '0x20000',
    number: '0x0',
    gasLimit: numberToHex(36_000_000),
    gasUsed: '0x0',
    timestamp: numberToHex(1_770_000_000),
    extraData: '0x',
    mixHash: word(0x33),
    nonce: '0x0000000000000042',
    baseFeePerGas: numberToHex(BASE_FEE),
    withdrawalsRoot: keccak256('0x80'),
    blobGasUsed: '0x0',
    excessBlobGas: numberToHex(EXCESS_BLOB_GAS),
    parentBeaconBlockRoot: word(0x44),
    requestsHash: word(0x55),
    ...fields,
  };
  return { ...header, hash: keccak256(RLP.encode(headerFields(header))) };
}

function headerFields(header: Omit<RpcHeader, 'hash'>): Input[] {
  return Object.entries(header)
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => (NUMBERS.has(name) ? quantity(value) : value));
}

function receiptOf({ rpc }: SignedTransaction, index: number): RpcReceipt {
  const logs = index === 2 ? [] : LOGS.slice(0, index % 4);
  const price =
    rpc.gasPrice === undefined
      ? minimum(BigInt(rpc.maxFeePerGas!), BASE_FEE + BigInt(rpc.maxPriorityFeePerGas!))
      : BigInt(rpc.gasPrice);
  const contractAddress = getContractAddress({ from: rpc.from as Hex, nonce: BigInt(rpc.nonce) });
  return {
    transactionHash: rpc.hash,
    type: rpc.type!,
    status: index === 2 ? '0x0' : '0x1',
    cumulativeGasUsed: numberToHex(21_000 * (index + 1) + index * index),
    gasUsed: numberToHex(21_000 + Math.max(0, 2 * index - 1)),
    effectiveGasPrice: numberToHex(price),
    contractAddress: rpc.to === null ? contractAddress : null,
    logsBloom: bloomOf(logs),
    logs,
  };
}

function receiptBytes(receipt: RpcReceipt): Uint8Array {
  const payload = RLP.encode([
    quantity(receipt.status!),
    quantity(receipt.cumulativeGasUsed),
    receipt.logsBloom,
    receipt.logs.map((log) => [log.address, [...log.topics], log.data]),
  ] as Input);
  const type = Number(receipt.type);
  return type === 0 ? payload : Buffer.concat([Buffer.from([type]), payload]);
}

function framesOf({ rpc }: SignedTransaction, index: number): SourcedFrame[] {
  const receipt = receiptOf({ rpc, raw: Buffer.alloc(0) }, index);
  const to = fromHex(rpc.to ?? receipt.contractAddress!);
  const root: SourcedFrame = {
    path: Buffer.from('0000', 'hex'),
    type: rpc.to === null ? 'CREATE' : 'CALL',
    from: fromHex(rpc.from),
    to,
    value: BigInt(rpc.value),
    gas: 5,
    gasUsed: 4,
    input: fromHex(rpc.input),
    output: Buffer.from('root output'),
    ...(index === 2 ? { error: 'execution reverted' } : {}),
    logIndexes: receipt.logs.length > 0 ? [0] : [],
    tracedLogs: receipt.logs,
  };
  const inner: Frame = {
    path: Buffer.from('00000000', 'hex'),
    type: 'DELEGATECALL',
    from: to,
    to: fromHex(TARGET),
    value: 0n,
    gas: 90_000,
    gasUsed: 1_234,
    input: root.input,
    output: Buffer.from('inner output'),
    logIndexes: receipt.logs.map((_, i) => i).slice(1),
  };
  return [root, inner];
}

function bloomOf(logs: readonly RpcLog[]): Hex {
  let bits = 0n;
  for (const entry of logs.flatMap((log) => [log.address, ...log.topics])) {
    const hash = keccak256(entry as Hex, 'bytes');
    for (const i of [0, 2, 4]) bits |= 1n << BigInt(((hash[i]! << 8) | hash[i + 1]!) & 2_047);
  }
  return numberToHex(bits, { size: 256 });
}

async function rootOf(items: readonly Uint8Array[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item);
  return toHex(trie.root());
}

function quantity(hex: string): bigint {
  return BigInt(hex);
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
