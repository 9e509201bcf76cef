import { decodeTransaction } from '../../domain/chain/codec/decode-transaction.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { Hash } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type RunLimits, TRANSACTION_LIMITS } from '../../state/execution/run/limits.js';
import type { ExecutedTransaction } from '../../state/execution/run/transaction-outcome.js';
import type { PlacedTransaction } from '../../state/witness/transaction-execution.js';
import { TRANSACTION_ENGINES } from '../../state/witness/view-convention.js';
import { type Bundle, blockHashes } from '../bundle/bundle.schema.js';
import type { BundledExecution, BundledFrame } from '../bundle/witness.schema.js';
import type { EvidenceSource } from '../evidence/evidence-source.js';
import { demand, Refuted } from '../evidence/finding.js';
import { placeBefore } from '../evidence/read-places.js';
import { headerOf, isSame, readable } from './check-views.js';
import { onDemand } from './engine-not-loaded.js';
import { givesReceipt } from './gives-receipt.js';
import { why } from './why.js';

type Frames = readonly (readonly [ref: string, frame: BundledFrame])[];

/**
 * V3: executes the transactions whose frames a bundle has. It executes each after all transactions before it,
 * over the state before the block; or, where the bundle has the access list of the block, alone over the
 * state that the list says those left. Receipts and frames must be those of the bundle.
 *
 * @param source collects which parts are read, for V4
 * @throws Refuted, or EngineNotLoaded
 */
export async function checkBundledFrames(
  { blocks, frames }: Bundle,
  schedule: ForkSchedule | undefined,
  source: EvidenceSource,
): Promise<void> {
  const byBlock = new Map<Hash, (readonly [string, BundledFrame])[]>();
  for (const [ref, frame] of Object.entries(frames?.results ?? {})) {
    const { blockHash } = parseRef(ref)!;
    const own = byBlock.get(blockHash);
    if (own) own.push([ref, frame]);
    else byBlock.set(blockHash, [[ref, frame]]);
    demand(blocks[blockHash]?.execution !== undefined, ref, 'nothing shows the state before its block');
  }
  const budget = { gas: TRANSACTION_LIMITS.gas, left: TRANSACTION_LIMITS as RunLimits };
  for (const blockHash of blockHashes({ blocks })) {
    const { execution } = blocks[blockHash]!;
    if (execution === undefined) continue;
    const own = byBlock.get(blockHash);
    demand(own !== undefined, `state before block ${blockHash}`, 'no frame rests on it');
    await checkFrames(blockHash, execution, own, schedule, source, budget);
  }
  if (frames === undefined) return;
  demand(byBlock.size > 0, 'the bundle', 'has no frame');
  demand(
    TRANSACTION_ENGINES.has(frames.engine),
    'the bundle',
    `has frames by ${frames.engine}, which is not known`,
  );
}

async function checkFrames(
  blockHash: Hash,
  bundled: BundledExecution,
  frames: Frames,
  schedule: ForkSchedule | undefined,
  source: EvidenceSource,
  budget: { gas: number; left: RunLimits },
): Promise<void> {
  const place = `state before block ${blockHash}`;
  demand(schedule !== undefined, place, 'there is no fork schedule to execute by');
  const header = source.blocks.header(blockHash);
  const ancestors = bundled.ancestors.map((one, at) => headerOf(one, placeBefore(at + 1, blockHash)));
  const accessList = source.state.accessList(blockHash);
  const wanted = [...new Set(frames.map(([ref]) => indexOf(ref)))].sort((one, other) => one - other);
  const indexes = accessList ? wanted : Array.from({ length: wanted.at(-1)! + 1 }, (_, index) => index);
  const transactions = indexes.map((index) => placed(blockHash, index, source, budget));
  const given = { nodes: bundled.nodes.map(fromHex), codes: bundled.codes.map(fromHex) };
  const root = given.nodes[0] === undefined ? ancestors[0]!.stateRoot : keccak256(given.nodes[0]);
  const block = { header, ancestors, transactions, ...(accessList && { accessList }) };
  const executed = await readable(place, async () => {
    const executeTransactions = await loadTransactionEngine();
    return executeTransactions(block, schedule, root, given, budget.left);
  });
  budget.left = executed.left;
  demand(bundled.fork === executed.fork, place, `its block has the rules of ${executed.fork}`);
  if (executed.failed) {
    const { index, reason } = executed.failed;
    throw new Refuted(transactionOf(blockHash, index), `it cannot be executed: ${why(reason)}`);
  }
  const receiptAt = (index: number) => source.blocks.receipt(blockHash, String(index));
  for (const index of wanted)
    demand(
      givesReceipt(index, executed.executed, accessList !== undefined, receiptAt),
      transactionOf(blockHash, index),
      'executing it gives another receipt',
    );
  for (const [ref, frame] of frames) checkFrame(ref, frame, executed.executed.get(indexOf(ref))!);
  demand(
    isSame(executed.used.nodes, given.nodes),
    place,
    'its nodes are not those that the transactions read, in order',
  );
  demand(
    isSame(executed.used.codes, given.codes),
    place,
    'its codes are not those that the transactions read, in order',
  );
  demand(executed.ancestors === ancestors.length, place, 'it has a header that no transaction needs');
  source.read.add(place, root.equals(ancestors[0]!.stateRoot));
  bundled.ancestors.forEach((one, at) => {
    const { parentHash } = [header, ...ancestors][at]!;
    source.read.add(placeBefore(at + 1, blockHash), keccak256(fromHex(one)).equals(parentHash));
  });
}

/**
 * A transaction to execute. Its gas limit is taken from the bundle's budget, because the gas that it uses is
 * not known before.
 * @throws Refuted once the budget is spent
 */
function placed(
  blockHash: Hash,
  index: number,
  source: EvidenceSource,
  budget: { gas: number },
): PlacedTransaction {
  const raw = source.blocks.rawTransaction(blockHash, String(index));
  budget.gas -= gasLimitOf(raw, transactionOf(blockHash, index));
  demand(budget.gas >= 0, 'the bundle', `its transactions may take more than ${TRANSACTION_LIMITS.gas} gas`);
  return { index, raw };
}

function gasLimitOf(raw: Buffer, place: string): number {
  try {
    return decodeTransaction(raw, Buffer.alloc(20), []).gasLimit;
  } catch (error) {
    if (error instanceof MalformedField) throw new Refuted(place, `cannot be read: ${error.message}`);
    throw error;
  }
}

function checkFrame(ref: string, stated: BundledFrame, { frames }: ExecutedTransaction): void {
  const path = parseRef(ref)!.rest[1]!;
  const frame = frames.find((one) => one.path === path);
  demand(frame !== undefined, ref, 'its transaction makes no such frame');
  demand(frame.remains, ref, 'its frame is undone');
  const { type, from, to, logs } = frame;
  const isSameFrame =
    type === stated.type && from === stated.from && to === stated.to && logs.join() === stated.logs.join();
  demand(isSameFrame, ref, 'executing its transaction gives another frame');
}

const indexOf = (ref: string): number => Number(parseRef(ref)!.rest[0]);
const transactionOf = (hash: Hash, index: number): string => `transaction ${index} of block ${hash}`;

/** Loads the code that executes transactions, which few bundles need. @throws EngineNotLoaded */
export async function loadTransactionEngine(): Promise<
  typeof import('../../state/witness/execute-transactions.js').executeTransactions
> {
  return (await onDemand(() => import('../../state/witness/execute-transactions.js'))).executeTransactions;
}
