/** A small seeded generator (mulberry32). The same seed gives the same stream on every machine. */
export class Prng {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An unsigned 32-bit integer. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability * 0x1_0000_0000;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.next() % items.length]!;
  }

  /** `length` random bytes as 0x text. */
  hex(length: number): string {
    const bytes = Buffer.allocUnsafe(length + 4);
    for (let at = 0; at < length; at += 4) bytes.writeUInt32BE(this.next(), at);
    return `0x${bytes.toString('hex', 0, length)}`;
  }

  /** An independent stream for this label; does not advance this one. */
  branch(label: number): Prng {
    const branch = new Prng(
      Math.imul(this.#state ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(label + 1, 0xc2b2ae35),
    );
    branch.next();
    return branch;
  }

  /** The same items in another order. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.next() % (at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
    }
    return shuffled;
  }
}
