import type { VerifiedBlock } from '../../kernel/chain/block.js';
import type { StatedHead } from '../../source/execution/execution-node.js';
import { ingestRange } from '../backfill/ingest-range.js';
import { type ChainWriter, UnlinkedBlock } from '../chain-writer.js';
import type { VerifiedSource } from '../verified-source.js';
import { findBranch } from './find-branch.js';
import { settledUpTo } from './settled.js';

/** What happened, for logs and metrics. */
export interface FollowerListener {
  onHead(head: StatedHead): void;
  onAppended(blocks: readonly VerifiedBlock[]): void;
  onReorganised(from: number, orphaned: number, appended: number): void;
}

/** A store that is empty starts this far below the head of a chain longer than `LONGEST_CATCH_UP`. */
const LONGEST_CATCH_UP = 10_000;

/** Keeps the store at the node's head. One step at a time; the caller decides when. */
export class HeadFollower {
  constructor(
    private readonly source: VerifiedSource,
    private readonly writer: ChainWriter,
    private readonly firstBlock: number,
    private readonly listener: FollowerListener,
  ) {}

  /** Brings the store to the node's head as it is now. Says whether anything changed. */
  async step(signal: AbortSignal): Promise<boolean> {
    const head = await this.source.execution.head();
    this.listener.onHead(head);
    const settled = settledUpTo(head.number, (await this.source.execution.finalized())?.number);
    const stored = await this.writer.chain.head();
    const next = stored ? stored.number + 1 : this.#start(settled);
    const changed =
      head.number >= next
        ? await this.#extend(next, head.number, settled, signal)
        : await this.#compare(head);
    await this.writer.finalize(Math.min(settled, ((await this.writer.chain.head())?.number ?? 0) - 1));
    return changed;
  }

  /** Where an empty store begins: at the chain's first block, or near the head of a chain too long to catch up with unasked. */
  #start(settled: number): number {
    return settled - this.firstBlock > LONGEST_CATCH_UP ? settled : this.firstBlock;
  }

  async #extend(from: number, to: number, settled: number, signal: AbortSignal): Promise<boolean> {
    try {
      await ingestRange(this.source, this.writer, {
        from,
        to,
        settledUpTo: settled,
        signal,
        onFlush: (blocks) => this.listener.onAppended(blocks),
      });
    } catch (error) {
      if (!(error instanceof UnlinkedBlock)) throw error;
      // Blocks of two branches were read; or the stored head itself has been replaced.
      const stored = await this.writer.chain.head();
      if (error.block.header.number === (stored?.number ?? 0) + 1) await this.#adopt(error.block);
    }
    return true;
  }

  /** The node's head is not above ours: either it lags behind on the same chain, or ours has been replaced. */
  async #compare(head: StatedHead): Promise<boolean> {
    const stored = await this.writer.chain.at(head.number);
    if (!stored || `0x${stored.hash.toString('hex')}` === head.hash) return false;
    const top = await this.source.block(head.number, false);
    if (top.hash.equals(stored.hash)) return false;
    await this.#adopt(top);
    return true;
  }

  async #adopt(top: VerifiedBlock): Promise<void> {
    const branch = await findBranch(this.source, this.writer.chain, top);
    const { orphaned } = await this.writer.replace(branch);
    this.listener.onReorganised(branch[0]!.header.number, orphaned.length, branch.length);
  }
}
