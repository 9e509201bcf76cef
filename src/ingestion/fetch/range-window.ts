import type { BlockRange } from '../../domain/interval/block-range.js';
import { RANGE_BLOCKS } from './range-queue.js';

/** Bytes that may be fetched and not yet taken, by all processes together. PostgreSQL holds them. */
const MOST_BYTES = 1 << 30;
/** Most ranges published ahead. More would fit if their blocks were empty, without a benefit. */
const MOST_RANGES = 128;
/** Reserved for a range before any was seen: twice the usual size. */
const FIRST_GUESS = 8 << 20;
/** The next ranges may be larger than those seen. */
const RESERVE = 2;

/** Decides which ranges ahead of the writer are published. */
export class RangeWindow {
  /** Names of the published ranges in the queue, by first block. */
  readonly #published = new Map<number, string>();
  #expected: BlockRange = { fromBlock: 0, toBlock: -1 };
  #next = 0;
  #largest = FIRST_GUESS / RESERVE;

  /** @returns first blocks and names of published ranges that are no longer expected */
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

  /** First blocks of the ranges that may be published now. @param from lowest first block */
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

  /** The name of a published range. */
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
