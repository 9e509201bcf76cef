import type { Support } from './known-state.js';

/** Blocks in which a place has one value. */
export interface Interval<Value> {
  readonly since: number;
  readonly through: number;
  readonly value: Value;
  /** Present for values of state. */
  readonly support?: Support;
  /** The next block that writes it, where that is known. */
  readonly nextChange?: number;
}

const MAX_OF_PLACE = 64;

/**
 * Intervals by place, up to a bound. The oldest places are dropped first; of a place with many intervals, the
 * oldest intervals are.
 */
export class IntervalCache<Value> {
  readonly #places = new Map<string, Interval<Value>[]>();
  #count = 0;

  constructor(private readonly maxIntervals: number) {}

  /** The interval that holds the block. */
  find(place: string, block: number): Interval<Value> | undefined {
    return this.#places.get(place)?.find(({ since, through }) => since <= block && block <= through);
  }

  /** Replaces what overlaps: of two intervals that share a block the newer one knows more. */
  add(place: string, added: Interval<Value>): void {
    const known = this.#places.get(place);
    const kept = known ? besides(added, known) : [];
    kept.push(added);
    this.#places.set(place, kept);
    this.#count += kept.length - (known?.length ?? 0);
    if (this.#count > this.maxIntervals) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const [oldest, intervals] of this.#places) {
      if (this.#count <= this.maxIntervals) return;
      this.#places.delete(oldest);
      this.#count -= intervals.length;
    }
  }

  /** Forgets what was known of this block and of those after it. */
  forgetFrom(block: number): void {
    for (const [place, intervals] of this.#places) {
      const kept = intervals.flatMap((one) =>
        one.since >= block ? [] : [{ ...one, through: Math.min(one.through, block - 1) }],
      );
      this.#count += kept.length - intervals.length;
      if (kept.length === 0) this.#places.delete(place);
      else this.#places.set(place, kept);
    }
  }
}

function besides<Value>(added: Interval<Value>, known: readonly Interval<Value>[]): Interval<Value>[] {
  return known
    .filter(({ since, through }) => through < added.since || since > added.through)
    .slice(1 - MAX_OF_PLACE);
}
