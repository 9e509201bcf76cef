import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type ChainWriter, UnlinkedBlock } from '../append/chain-writer.js';
import type { BlockSource } from '../append/verified-source.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import type { Parent } from '../verify/parent-rules.js';
import { fetchAhead } from './fetch-ahead.js';
import { GatheredBlocks } from './gathered-blocks.js';

/** A longer range is a fill; a shorter one follows the head. */
const HEAD_BLOCKS = 16;

export interface RangeRun {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Blocks up to this one are not expected to be replaced while they are read. */
  readonly settledUpTo: number;
  readonly signal: AbortSignal;
  /** Whether the range has many blocks: claims may follow later, but are there when the range is done. */
  readonly isLong?: boolean;
  /** Called after each flush that has been committed. */
  readonly onFlush?: (blocks: readonly VerifiedBlock[]) => void;
}

/**
 * Fetches, verifies and appends a range in order, one transaction per flush. While one flush is written, the
 * next is gathered. Flushes that are committed stay on any failure.
 *
 * @throws SourceExhausted when no node gives an acceptable block, or none with the required parent
 * @throws UnlinkedBlock when the first block does not follow the stored block before it
 */
export async function ingestRange(source: BlockSource, writer: ChainWriter, run: RangeRun): Promise<void> {
  let { fromBlock: from } = run;
  const onFlush = (blocks: readonly VerifiedBlock[]): void => {
    from = blocks[blocks.length - 1]!.header.number + 1;
    run.onFlush?.(blocks);
  };
  for (;;) {
    try {
      return await ingestOnce(source, writer, { ...run, fromBlock: from, onFlush });
    } catch (error) {
      // The block contradicts stored blocks: the other nodes are asked in turn.
      if (!(error instanceof BlockRefused)) throw error;
      source.distrust(error);
    }
  }
}

async function ingestOnce(source: BlockSource, writer: ChainWriter, run: RangeRun): Promise<void> {
  const gathered = new GatheredBlocks();
  const isFill = run.toBlock - run.fromBlock >= HEAD_BLOCKS;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const blocks = gathered.take();
    if (blocks.length === 0) return;
    writing = writer.append(blocks, isFill, isFill && run.isLong).then(() => run.onFlush?.(blocks));
    // The failure is thrown by the next `await writing`; until then it must not count as unhandled.
    writing.catch(() => undefined);
  };
  let previous: Parent | undefined = await writer.stored(run.fromBlock - 1);
  try {
    const fetch = (number: number) => source.block(number, number <= run.settledUpTo);
    for await (const block of fetchAhead(run.fromBlock, run.toBlock, source.width, fetch)) {
      const first = block.header.number === run.fromBlock;
      // Only here may the stored chain be the wrong one: a reorganisation may have replaced it.
      if (first && previous && !block.header.parentHash.equals(previous.hash)) throw new UnlinkedBlock(block);
      const next: VerifiedBlock = previous ? await linked(source, block, previous, gathered) : block;
      previous = next;
      gathered.add(next);
      if (gathered.full) await flush();
      if (run.signal.aborted) break;
    }
  } finally {
    await flush();
    await writing;
    await writer.settle();
  }
}

/** The block if it may follow its parent, otherwise one from another node that may. */
async function linked(
  source: BlockSource,
  block: VerifiedBlock,
  parent: Parent,
  gathered: GatheredBlocks,
): Promise<VerifiedBlock> {
  if (source.follows(parent, block)) return block;
  try {
    return await source.block(block.header.number, false, { parent });
  } catch (error) {
    // The block before may be the wrong one: the gathered blocks are dropped and read again.
    gathered.take();
    throw error;
  }
}
