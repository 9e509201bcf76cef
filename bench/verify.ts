import { decodeBundle, encodeBundle } from '../src/domain/chain/codec/bundle.js';
import { decodeTransaction } from '../src/domain/chain/codec/decode-transaction.js';
import { hashHeader } from '../src/domain/chain/codec/header-rlp.js';
import { RlpWriter } from '../src/domain/chain/codec/rlp-writer.js';
import {
  readTransactionSignature,
  recoverTransactionSender,
} from '../src/domain/chain/protocol/transaction-signature.js';
import type { Frame, StateChange, VerifiedBlock } from '../src/domain/chain/record/block.js';
import { orderedTrieRoot } from '../src/domain/chain/trie/ordered-trie-root.js';
import { recoveryBackend } from '../src/domain/crypto/recover-sender.js';
import { verifyBlock } from '../src/ingestion/verify/verify-block.js';
import { encodeReceipts, verifyReceipts } from '../src/ingestion/verify/verify-receipts.js';
import { headerFromRpc } from '../src/node/rpc/header-from-rpc.js';
import type { RpcReceipt, RpcTransaction, SourcedBlock } from '../src/node/rpc/rpc-block.js';
import { encodeRpcTransaction } from '../src/node/rpc/transaction-from-rpc.js';
import { encodeWithdrawals } from '../src/node/rpc/withdrawal-rlp.js';
import { wholeBlocks } from '../test/recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../test/recorded/reference-directory.js';

// CPU milliseconds a block of verification and of the bundle codec, by stage, on recorded mainnet blocks of about 150
// transactions. Run after a build: `SHARED_DIR=../shared node dist/bench/verify.js [block number …]`.
const BLOCKS = [18_951_424, 20_000_000, 22_431_083];
const ROUNDS = 7;
const PER_ROUND = 20;

if (REFERENCE_DIRECTORY === undefined) throw new Error('no recorded blocks: set SHARED_DIR');
const numbers = process.argv.length > 2 ? process.argv.slice(2).map(Number) : BLOCKS;
console.log(`senders are recovered by the ${recoveryBackend.name} implementation`);
for (const { block, receipts } of wholeBlocks(REFERENCE_DIRECTORY)) {
  if (numbers.includes(Number(block.number))) print({ block, receipts } as unknown as SourcedBlock);
}

function print(sourced: SourcedBlock): void {
  const { block, receipts } = sourced;
  const rpcs = block.transactions as readonly RpcTransaction[];
  const verified = verifyBlock(sourced);
  const { header, transactions } = verified;
  const raws = transactions.map(({ raw }) => raw);
  const encodeAll = () =>
    encodeReceipts(receipts as readonly RpcReceipt[], rpcs, header.number, new RlpWriter());
  const encoded = encodeAll();
  const withFrames = withInventedTraces(verified);
  const bundle = encodeBundle(withFrames);
  const logs = verified.receipts.reduce((sum, receipt) => sum + receipt.logs.length, 0);

  const stages: Record<string, () => unknown> = {
    'header and its hash': () => hashHeader(headerFromRpc(block, () => header.logsBloom)),
    'transactions to RLP': () => {
      const writer = new RlpWriter();
      return rpcs.map((rpc) => encodeRpcTransaction(rpc, writer));
    },
    'transactions root': () => orderedTrieRoot(raws),
    'signing hashes': () => raws.map(readTransactionSignature),
    'senders, with signing hashes': () => raws.map(recoverTransactionSender),
    'transaction records and hashes': () =>
      transactions.map(({ raw, from, authorizationList }) =>
        decodeTransaction(raw, from, authorizationList?.map(({ authority }) => authority) ?? []),
      ),
    'receipts to RLP, records, blooms': encodeAll,
    'receipts root and comparison': () => verifyReceipts(sourced, header, transactions, encoded),
    withdrawals: () => orderedTrieRoot(encodeWithdrawals(verified.withdrawals ?? [])),
    'verifyBlock, all of it': () => verifyBlock(sourced),
    'encodeBundle with invented traces': () => encodeBundle(withFrames),
    'decodeBundle with invented traces': () => decodeBundle(bundle),
  };
  const frameCount = withFrames.frames!.flat().length;
  const changeCount = withFrames.stateChanges!.flat().length;
  console.log(
    `\nblock ${header.number}: ${transactions.length} transactions, ${logs} logs; ` +
      `bundle of ${bundle.length} bytes with ${frameCount} frames and ${changeCount} changed accounts`,
  );
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`${name.padEnd(36)}${cpuMsOf(stage).toFixed(2).padStart(8)} ms`);
  }
}

/** Median over the rounds of CPU milliseconds of one run. */
function cpuMsOf(stage: () => unknown): number {
  for (let i = 0; i < PER_ROUND; i++) stage();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < PER_ROUND; i++) stage();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / PER_ROUND;
  });
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** Traces as large as those of a usual block: some 2.5 frames and 3.5 changed accounts a transaction. */
function withInventedTraces(block: VerifiedBlock): VerifiedBlock {
  const frames = block.transactions.map((transaction, i): Frame[] => {
    const { from, value, input } = transaction;
    const to = transaction.to ?? block.receipts[i]!.contractAddress!;
    const { gasUsed } = block.receipts[i]!;
    const output = Buffer.alloc(0);
    const root: Frame = {
      path: Buffer.from([0, 0]),
      type: transaction.to ? 'CALL' : 'CREATE',
      from,
      to,
      value,
      gas: transaction.gasLimit,
      gasUsed,
      input,
      output,
      logIndexes: [],
    };
    const inner = (index: number): Frame => ({
      ...root,
      path: Buffer.from([0, 0, 0, index]),
      type: 'STATICCALL',
      from: to,
      to: Buffer.alloc(20, index + 3),
      value: 0n,
      input: Buffer.alloc(68, index + 1),
    });
    return i % 2 === 0 ? [root, inner(0), inner(1)] : [root, inner(0)];
  });
  const stateChanges = block.transactions.map((transaction, i): StateChange[] => [
    {
      address: transaction.from,
      balance: { before: 10n ** 20n + BigInt(i), after: 10n ** 20n },
      nonce: { before: transaction.nonce, after: transaction.nonce + 1 },
      storage: [],
    },
    {
      address: block.header.beneficiary,
      balance: { before: 10n ** 18n, after: 10n ** 18n + 7n },
      storage: [],
    },
    ...[1, 2].map((byte) => ({
      address: Buffer.alloc(20, byte),
      storage: [3, 4].map((slot) => ({
        slot: Buffer.alloc(32, slot),
        before: Buffer.alloc(32),
        after: Buffer.alloc(32, i % 250),
      })),
    })),
  ]);
  return { ...block, frames, stateChanges };
}
