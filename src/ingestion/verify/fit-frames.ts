import type { Frame, Receipt, Transaction } from '../../domain/chain/record/block.js';
import { isNextFramePath } from '../../domain/chain/record/frame-path.js';
import { isCreation } from '../../domain/chain/record/is-creation.js';
import type { SourcedBlock, SourcedFrame } from '../../node/rpc/rpc-block.js';
import { hasContractLogs, withoutEtherLogs } from './ether-logs.js';
import { BlockRefused } from './finding/block-refused.js';
import { problemOfCallers } from './fit-callers.js';
import { problemOfLogs } from './fit-logs.js';
import { printable } from './printable.js';

const NO_OUTPUT = Buffer.alloc(0);
/**
 * Checks that the call frames belong to the block's transactions, as far as possible without execution, and
 * brings them to one form for all tracers: the root's gas is the transaction's limit and its gasUsed the
 * receipt's, because tracers differ in both. Return data is kept for failed frames and creations only.
 * Everything else in frames below the root is trusted.
 *
 * @returns undefined without frames; an empty list for a block without transactions, which needs no tracer
 * @throws BlockRefused
 */
export function fitFrames(
  { frames, receipts: rpcReceipts }: Pick<SourcedBlock, 'frames' | 'receipts'>,
  transactions: readonly Transaction[],
  receipts: readonly Receipt[],
  number: number,
): Frame[][] | undefined {
  if (transactions.length === 0) return [];
  if (frames === undefined) return undefined;
  if (frames.length !== transactions.length) {
    throw new BlockRefused('frames', number, {
      problem: 'not one list for each transaction',
      stated: frames.length,
      expected: transactions.length,
    });
  }
  const given = ignoresLogs(frames, receipts) ? frames.map((list) => list.map(withoutLogs)) : frames;
  return given.map((traced, transactionIndex) => {
    const transaction = transactions[transactionIndex]!;
    const receipt = receipts[transactionIndex]!;
    const list = withoutEtherLogs(traced, receipt);
    const problem =
      problemOfPaths(list) ??
      problemOfRoot(list[0]!, transaction, receipt) ??
      problemOfLogs(list, receipt, rpcReceipts[transactionIndex]!);
    if (problem !== undefined) throw new BlockRefused('frames', number, { transactionIndex, problem });
    const misfit = problemOfCallers(list);
    if (misfit !== undefined) throw new BlockRefused('frames', number, { transactionIndex, ...misfit });
    return list.map((frame, i) => normalForm(frame, i === 0, transaction, receipt));
  });
}

/** Whether the tracer was asked for logs and gives none: older nodes ignore the option. */
function ignoresLogs(frames: readonly (readonly SourcedFrame[])[], receipts: readonly Receipt[]): boolean {
  if (!receipts.some(hasContractLogs)) return false;
  return frames.every((list) => list.every(({ logIndexes }) => logIndexes?.length === 0));
}

function withoutLogs({ logIndexes: _, ...frame }: SourcedFrame): SourcedFrame {
  return frame;
}

function problemOfPaths(frames: readonly Frame[]): string | undefined {
  if (frames.length === 0) return 'no root frame';
  let previous: Buffer | undefined;
  for (const { path } of frames) {
    if (!isNextFramePath(previous, path)) return 'not in pre-order';
    previous = path;
  }
  return undefined;
}

function problemOfRoot(root: Frame, transaction: Transaction, receipt: Receipt): string | undefined {
  if (!root.from.equals(transaction.from)) return 'root frame from another sender';
  if (root.value !== transaction.value) return 'root frame with another value';
  if (!root.input.equals(transaction.input)) return 'root frame with other input';
  const isFailed = root.error !== undefined;
  // Before Byzantium the receipt has no status, and the record's comes from this frame.
  if (receipt.status !== undefined && (receipt.status === 0) !== isFailed)
    return 'root frame with another outcome';
  if (transaction.to !== undefined) {
    const isSame = root.type === 'CALL' && root.to?.equals(transaction.to) === true;
    return isSame ? undefined : 'root frame to another address';
  }
  const isSame = root.to === undefined ? isFailed : root.to.equals(receipt.contractAddress!);
  return root.type === 'CREATE' && isSame ? undefined : 'root frame creates another address';
}

function normalForm(frame: Frame, isRoot: boolean, transaction: Transaction, receipt: Receipt): Frame {
  if (!isRoot && frame.error === undefined && (frame.output.length === 0 || isCreation(frame.type)))
    return frame;
  const { path, type, from, to, value, input, error, logIndexes } = frame;
  const fitted: { -readonly [K in keyof Frame]: Frame[K] } = {
    path,
    type,
    from,
    value,
    gas: isRoot ? transaction.gasLimit : frame.gas,
    gasUsed: isRoot ? receipt.gasUsed : frame.gasUsed,
    input,
    output: error !== undefined || isCreation(frame.type) ? frame.output : NO_OUTPUT,
  };
  if (to !== undefined) fitted.to = to;
  if (error !== undefined) fitted.error = printable(error);
  if (logIndexes !== undefined) fitted.logIndexes = logIndexes;
  return fitted;
}
