const PAGE_BLOCKS = 4096;
const HASH_BYTES = 32;
const NONE = Buffer.alloc(HASH_BYTES);

/** The hash of the canonical block at each number, by the events. Costs 32 bytes a block, off the heap. */
export class CanonicalFold {
  readonly #pages = new Map<number, Buffer>();
  #size = 0;

  /** How many blocks are canonical. */
  get size(): number {
    return this.#size;
  }

  at(number: number): Buffer | undefined {
    const hash = this.#placeOf(number);
    return hash === undefined || hash.equals(NONE) ? undefined : hash;
  }

  set(number: number, hash: Buffer): void {
    if (this.at(number) === undefined) this.#size += 1;
    const page = Math.floor(number / PAGE_BLOCKS);
    if (!this.#pages.has(page)) this.#pages.set(page, Buffer.alloc(PAGE_BLOCKS * HASH_BYTES));
    hash.copy(this.#placeOf(number)!);
  }

  delete(number: number): void {
    if (this.at(number) === undefined) return;
    this.#size -= 1;
    this.#placeOf(number)!.fill(0);
  }

  #placeOf(number: number): Buffer | undefined {
    const at = (number % PAGE_BLOCKS) * HASH_BYTES;
    return this.#pages.get(Math.floor(number / PAGE_BLOCKS))?.subarray(at, at + HASH_BYTES);
  }
}
