import type { BlockRange } from '../../domain/interval/block-range.js';
import { RANGE_BLOCKS } from './range-queue.js';

/** Blocks that are fetched and not taken yet, of all processes together: PostgreSQL keeps them. */
const MOST_BYTES = 1 << 30;
/** Of empty blocks more ranges would fit than are worth publishing ahead. */
const MOST_RANGES = 128;
/** Of a range before any was seen: twice what is usual. */
const FIRST_GUESS = 8 << 20;
/** The next ranges may be larger than those seen. */
const RESERVE = 2;

/** Ranges ahead of the writer that others may fetch: how many at a time, and which is the next. */
export class RangeWindow {
  /** Their names in the queue, by the first block. */
  readonly #published = new Map<number, string>();
  #expected: BlockRange = { fromBlock: 0, toBlock: -1 };
  #next = 0;
  #largest = FIRST_GUESS / RESERVE;

  /** @returns first blocks and names of ranges that are not expected any more */
  expect(range: BlockRange): [number, string][] {
    this.#expected = range;
    const isOutside = (first: number) => first < range.fromBlock || first + RANGE_BLOCKS - 1 > range.toBlock;
    const left = [...this.#published].filter(([first]) => isOutside(first));
    for (const [first] of left) this.#published.delete(first);
    if (this.#next < range.fromBlock || this.#next > range.toBlock + 1) this.#next = 0;
    return left;
  }

  isExpected(number: number): boolean {
    return number >= this.#expected.fromBlock && number <= this.#expected.toBlock;
  }

  /** First blocks of the ranges that may be published now. @param from first block of the first of them, at least */
  room(from: number, fetched: { readonly blocks: number; readonly bytes: number }): number[] {
    if (fetched.blocks > 0)
      this.#largest = Math.max(this.#largest, (fetched.bytes / fetched.blocks) * RANGE_BLOCKS);
    const missing = this.#published.size - fetched.blocks / RANGE_BLOCKS;
    const free = Math.floor((MOST_BYTES - fetched.bytes) / (this.#largest * RESERVE) - missing);
    const count = Math.min(free, MOST_RANGES - this.#published.size);
    const { fromBlock, toBlock } = this.#expected;
    const lowest = Math.max(from, this.#next, Math.ceil(fromBlock / RANGE_BLOCKS) * RANGE_BLOCKS);
    const firsts: number[] = [];
    for (
      let first = lowest;
      firsts.length < count && first + RANGE_BLOCKS - 1 <= toBlock;
      first += RANGE_BLOCKS
    )
      firsts.push(first);
    return firsts;
  }

  published(first: number, name: string): void {
    this.#published.set(first, name);
    this.#next = first + RANGE_BLOCKS;
  }

  /** Its name, where it was published. */
  nameOf(first: number): string | undefined {
    return this.#published.get(first);
  }

  taken(first: number): void {
    this.#published.delete(first);
  }

  /** Ranges that are published and not taken. */
  get size(): number {
    return this.#published.size;
  }
}
