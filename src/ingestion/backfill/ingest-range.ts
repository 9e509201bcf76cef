import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { type ChainWriter, UnlinkedBlock } from '../chain-writer.js';
import type { VerifiedSource } from '../verified-source.js';
import { fetchAhead } from './fetch-ahead.js';
import { GatheredBlocks } from './gathered-blocks.js';

/** Blocks under way at a time: enough to keep a node and this processor busy, few enough to bound memory. */
const FETCH_WIDTH = 6;

export interface RangeRun {
  readonly from: number;
  readonly to: number;
  /** Blocks up to this one cannot be orphaned any more. */
  readonly settledUpTo: number;
  readonly signal: AbortSignal;
  /** Called after each flush that has been committed. */
  readonly onFlush?: (blocks: readonly VerifiedBlock[]) => void;
}

/**
 * Fetches, verifies and appends a range in order, one transaction per flush, the next flush being gathered while one is written.
 * What was committed stays on any failure. Throws `SourceExhausted` for a block nobody gives acceptably and `UnlinkedBlock`
 * for one that does not follow the block before it.
 */
export async function ingestRange(source: VerifiedSource, writer: ChainWriter, run: RangeRun): Promise<void> {
  const gathered = new GatheredBlocks();
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const blocks = gathered.take();
    if (blocks.length === 0) return;
    writing = writer.append(blocks, run.settledUpTo).then(() => run.onFlush?.(blocks));
    // The failure is thrown by the next `await writing`; until then it must not count as unhandled.
    writing.catch(() => undefined);
  };
  let previous: VerifiedBlock | undefined;
  try {
    for await (const block of fetchAhead(run.from, run.to, FETCH_WIDTH, (n) =>
      source.block(n, n <= run.settledUpTo),
    )) {
      if (previous && !block.header.parentHash.equals(previous.hash)) {
        // Either of the two may be the wrong one: what was gathered goes with it, and is read again.
        gathered.take();
        throw new UnlinkedBlock(block);
      }
      previous = block;
      gathered.add(block);
      if (gathered.full) await flush();
      if (run.signal.aborted) break;
    }
  } finally {
    await flush();
    await writing;
  }
}
