import { toHex } from '../../domain/chain/codec/hex.js';
import { newestSettled } from '../../domain/chain/protocol/reorg-depth.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { ComparedCall } from '../../domain/event/compared-call.js';
import type { StatedHead } from '../../node/execution/execution-node.js';
import { type ChainWriter, FinalityViolated, UnlinkedBlock } from '../append/chain-writer.js';
import type { BlockSource, VerifiedSource } from '../append/verified-source.js';
import { ingestRange } from '../backfill/ingest-range.js';
import type { PlaceAt } from '../prove/claimed-state.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { WORKER_BLOCKS } from '../worker/block-workers.js';
import { findBranch } from './find-branch.js';

/** Events for logs and metrics. */
export interface FollowerListener {
  onHead(head: StatedHead): void;
  onAppended(blocks: readonly VerifiedBlock[]): void;
  onReorganised(from: number, orphaned: number, appended: number): void;
  /** The node calls a block final that is not stored as canonical; nothing was recorded. */
  onForeignFinality(finalized: StatedHead): void;
  /** Proofs contradict values of stored blocks. Once they are recorded, no claim rests on these values. */
  onContradicted(places: readonly PlaceAt[]): void;
  /** The interpreters disagree about calls. Once that is recorded, no claim rests on these calls. */
  onDisputed(calls: readonly ComparedCall[]): void;
  /** State reads stay open and are retried. Called once, and again only after all were answered. */
  onUnanswered(questions: number, why: string): void;
}

/** Work that is less urgent than blocks; each step does a little of it. */
export interface SideWork {
  /**
   * @param settledUpTo newest block that nodes are not expected to replace
   * @returns the number of appended events
   */
  step(signal: AbortSignal, settledUpTo: number): Promise<number>;
}

/**
 * Most settled blocks with which an empty store starts at the first block. On a longer chain it starts at the
 * newest settled block.
 */
const LONGEST_CATCH_UP = 10_000;
/** Blocks of a long catch-up between records of finality: they bound how far back a false branch can lead. */
const BATCH_BLOCKS = 1_024;

/** Keeps the store at the nodes' head, one step at a time. */
export class HeadFollower {
  constructor(
    private readonly source: VerifiedSource,
    private readonly writer: ChainWriter,
    private readonly firstBlock: number,
    private readonly listener: FollowerListener,
    private readonly sideWork: readonly SideWork[],
    /** Source of the blocks of a long catch-up. */
    private readonly workers: BlockSource = source,
  ) {}

  /** Moves the store towards the nodes' current head. @returns whether anything changed */
  async step(signal: AbortSignal): Promise<boolean> {
    const heads = await this.source.execution.heads();
    const head = heads.at(-1)!;
    this.listener.onHead(head);
    const finalized = await this.source.execution.finalized();
    const stored = await this.writer.chain.head();
    // Later blocks may be replaced while they are read, so reads end with a check of that.
    const settled = newestSettled(head.number, finalized?.number);
    const next = stored ? stored.number + 1 : this.#start(settled);
    // The blocks up to a node's head are one chain. Blocks above it may be of another.
    const to = heads.find(({ number }) => number >= next);
    let changed = false;
    for (const one of heads) changed ||= one.number < next && (await this.#compare(one));
    if (to && !changed) changed = await this.#extend(next, to.number, settled, signal);
    const isHeld = (number: number, hash: string) => this.source.execution.holds(number, hash);
    if (!(await this.writer.finalize(finalized, isHeld))) this.listener.onForeignFinality(finalized!);
    let appended = 0;
    for (const work of this.sideWork) appended += await work.step(signal, settled);
    return changed || appended > 0;
  }

  /** The first block of an empty store. */
  #start(settled: number): number {
    return settled - this.firstBlock > LONGEST_CATCH_UP ? settled : this.firstBlock;
  }

  /** Appends the next blocks. @returns whether blocks were stored */
  async #extend(from: number, to: number, settledUpTo: number, signal: AbortSignal): Promise<boolean> {
    let appended = false;
    const onFlush = (blocks: readonly VerifiedBlock[]): void => {
      appended = true;
      this.listener.onAppended(blocks);
    };
    try {
      const last = Math.min(to, from + BATCH_BLOCKS - 1);
      const isLong = last - from >= WORKER_BLOCKS;
      // The workers would still ask a node that is left out.
      const usesWorkers = isLong && !this.source.execution.hasLeftOut;
      if (usesWorkers) this.workers.expect?.({ fromBlock: from, toBlock: Math.min(to, settledUpTo) });
      await ingestRange(usesWorkers ? this.workers : this.source, this.writer, {
        isLong,
        fromBlock: from,
        toBlock: last,
        settledUpTo,
        signal,
        onFlush,
      });
      return appended;
    } catch (error) {
      // A reorganisation has replaced the stored head.
      if (!(error instanceof UnlinkedBlock) || error.block.header.number !== from) throw error;
      return this.#adopt(error.block);
    }
  }

  /**
   * Handles a head that is not above the stored one: its node lags behind on the same chain, or the stored
   * head was replaced.
   */
  async #compare(head: StatedHead): Promise<boolean> {
    const stored = await this.writer.chain.at(head.number);
    if (!stored || toHex(stored.hash) === head.hash) return false;
    if (!(await this.source.execution.prefers(head.number, head.hash, toHex(stored.hash)))) return false;
    const top = await this.source.block(head.number, false);
    if (top.hash.equals(stored.hash)) return false;
    return this.#adopt(top);
  }

  /**
   * Follows the branch instead of the stored chain, unless more nodes have the latter. A node whose branch
   * contradicts a final block is left out.
   *
   * @returns whether anything changed
   * @throws FinalityViolated once every node is left out
   */
  async #adopt(top: VerifiedBlock): Promise<boolean> {
    try {
      return await this.#replace(top);
    } catch (error) {
      if (!(error instanceof FinalityViolated)) throw error;
      if (!this.source.execution.leaveOut(error.from, error.message)) throw error;
      return true;
    }
  }

  async #replace(top: VerifiedBlock): Promise<boolean> {
    const branch = await findBranch(this.source, this.writer.chain, top);
    if (!(await this.#isPreferred(branch[0]!))) return false;
    const replaced = await this.writer.replace(branch).catch((error: unknown) => {
      if (!(error instanceof BlockRefused)) throw error;
      this.source.distrust(error);
      return undefined;
    });
    // Another node may give the same branch without the contradiction.
    if (!replaced)
      return this.#replace(await this.source.block(top.header.number, false, { hash: top.hash }));
    const { orphaned } = replaced;
    this.listener.onReorganised(branch[0]!.header.number, orphaned.length, branch.length);
    return true;
  }

  /**
   * Whether more nodes have this block than the stored one at its number. Under proof of stake branches have
   * no weight to compare.
   */
  async #isPreferred({ header, hash }: VerifiedBlock): Promise<boolean> {
    const ours = await this.writer.chain.at(header.number);
    if (!ours) return true;
    return this.source.execution.prefers(header.number, toHex(hash), toHex(ours.hash));
  }
}
