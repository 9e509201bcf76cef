import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { decodeEncoded } from '../../event-store/encoded-block.js';
import type { FetchedBlock } from '../../event-store/fetched-block.table.js';
import { unpackBundle } from '../../event-store/packed-bundle.js';
import { SourceExhausted } from '../../node/rpc/node-refusal.js';
import type { BlockLink, BlockSource } from '../append/verified-source.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import type { Parent } from '../verify/parent-rules.js';
import {
  type FetchedBlocks,
  PublishedRanges,
  type PublishedRangesParts,
  type RangesListener,
} from './published-ranges.js';
import { RANGE_BLOCKS } from './range-queue.js';

export interface FetchListener extends RangesListener {
  /** A block of another process is not what other blocks say, and is fetched again. */
  readonly onRefusal: (what: string, refusal: { readonly node: string; readonly reason: string }) => void;
}

export interface FetchedRangesParts extends PublishedRangesParts {
  readonly listener: FetchListener;
}

/**
 * Blocks of a long fill, from the threads of this process and from other processes with `ROLE=fetch`, if
 * there are any.
 *
 * TRUST: another process is trusted like a thread. Roots and signatures are not checked again; hashes and the
 * rules between blocks are.
 */
export class FetchedRanges implements BlockSource {
  readonly width: number;
  readonly #ranges: PublishedRanges;
  /** By first block. */
  readonly #opened = new Map<number, Promise<FetchedBlocks>>();
  /** Who gave the blocks that may still be found to contradict others. */
  readonly #givers = new Map<number, Pick<FetchedBlock, 'process' | 'node'>>();

  constructor(private readonly parts: FetchedRangesParts) {
    this.width = parts.threads.width;
    this.#ranges = new PublishedRanges(parts);
  }

  expect(range: BlockRange): void {
    this.#ranges.expect(range);
  }

  async block(number: number, settled: boolean, link: BlockLink = {}): Promise<VerifiedBlock> {
    const { threads } = this.parts;
    const isPlain = settled && link.hash === undefined && link.parent === undefined;
    if (!isPlain) return this.#linked(number, settled, link);
    if (!this.#ranges.isExpected(number)) return threads.block(number, settled);
    const fetched = await this.#rangeOf(number);
    const block = fetched.get(number);
    if (block === undefined) return threads.block(number, settled);
    fetched.delete(number);
    return this.#decode(block) ?? threads.block(number, settled);
  }

  distrust(refused: BlockRefused): void {
    if (!this.#refuse(refused.blockNumber!, refused.message)) this.parts.threads.distrust(refused);
  }

  follows(parent: Parent, block: VerifiedBlock): boolean {
    return this.parts.own.follows(parent, block);
  }

  /** Gives back ranges under way. Requests for blocks fail. */
  async close(): Promise<void> {
    this.#ranges.stop();
    await this.parts.threads.close();
    await this.#ranges.close();
  }

  /**
   * A block that is not settled, or must have a certain parent or hash. If no node gives a child of a parent
   * that another process gave, the parent is refused.
   */
  async #linked(number: number, settled: boolean, link: BlockLink): Promise<VerifiedBlock> {
    try {
      const block = await this.parts.threads.block(number, settled, link);
      this.#refuse(number, 'it does not follow the block before it');
      return block;
    } catch (error) {
      if (!(error instanceof SourceExhausted) || !link.parent || !this.#givers.has(number - 1)) throw error;
      throw new BlockRefused('wrong_parent', number - 1, {
        problem: 'no node gives a block that follows it',
      });
    }
  }

  /** @returns false where no other process gave the block */
  #refuse(number: number, reason: string): boolean {
    const giver = this.#givers.get(number);
    if (giver === undefined) return false;
    this.#givers.delete(number);
    this.#opened.set(firstOf(number), Promise.resolve(new Map()));
    this.parts.listener.onRefusal(`block ${number} of process ${giver.process}`, {
      node: giver.node,
      reason,
    });
    return true;
  }

  #decode(fetched: FetchedBlock): VerifiedBlock | undefined {
    const { number, payload, process, node } = fetched;
    this.#givers.set(number, { process, node });
    try {
      const block = decodeEncoded({ bundle: unpackBundle(payload), packed: payload });
      if (block.header.number !== number) throw new Error(`it is block ${block.header.number}`);
      // The name may be that of a node of this process too.
      this.parts.own.execution.noteGiver(number, node);
      return block;
    } catch (error) {
      this.#refuse(number, (error as Error).message);
      return undefined;
    }
  }

  /** Blocks of a range that other processes have fetched; none where this process must fetch it. */
  #rangeOf(number: number): Promise<FetchedBlocks> {
    const first = firstOf(number);
    let opened = this.#opened.get(first);
    if (opened === undefined) {
      opened = this.#ranges.open(first);
      this.#opened.set(first, opened);
      this.#forget(first - RANGE_BLOCKS);
    }
    return opened;
  }

  #forget(below: number): void {
    for (const first of this.#opened.keys()) if (first < below) this.#opened.delete(first);
    for (const number of this.#givers.keys()) if (number < below) this.#givers.delete(number);
  }
}

const firstOf = (number: number): number => number - (number % RANGE_BLOCKS);
