import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/**
 * Blocks at which a flush is written. Larger flushes are no faster, because memory held for long slows
 * garbage collection.
 */
const MAX_BLOCKS = 16;
/**
 * Records at which a flush is written, whichever limit is reached first: blocks differ in size by three
 * orders of magnitude.
 */
const MAX_RECORDS = 8_000;

/** Blocks gathered for one transaction. */
export class GatheredBlocks {
  #blocks: VerifiedBlock[] = [];
  #records = 0;

  add(block: VerifiedBlock): void {
    this.#blocks.push(block);
    this.#records += block.transactions.length + 1;
    for (const { logs } of block.receipts) this.#records += logs.length;
    for (const frames of block.frames ?? []) this.#records += frames.length;
    for (const changes of block.stateChanges ?? []) this.#records += changes.length;
  }

  get last(): VerifiedBlock | undefined {
    return this.#blocks[this.#blocks.length - 1];
  }

  get full(): boolean {
    return this.#blocks.length >= MAX_BLOCKS || this.#records >= MAX_RECORDS;
  }

  /** Returns the gathered blocks and starts again. */
  take(): VerifiedBlock[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#records = 0;
    return blocks;
  }
}
