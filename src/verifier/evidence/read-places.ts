import { demand, Refuted } from './finding.js';

/** A few seconds of hashing. Evidence is read once for each fact that rests on it, which is a few times. */
const MOST_BYTES = 1 << 28;

/**
 * Places of a bundle that were read, and whether each is bound: included below the root of its block.
 * INVARIANT: a place that was once found not to be bound stays so, whoever reads it later.
 */
export class ReadPlaces {
  readonly #bound = new Map<string, boolean>();
  #bytesLeft = MOST_BYTES;

  add(place: string, isBound: boolean): void {
    this.#bound.set(place, isBound && this.#bound.get(place) !== false);
  }

  /**
   * Limits the bytes that are hashed and decoded, so that the maker of a bundle cannot keep its reader busy.
   * @throws Refuted
   */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    demand(this.#bytesLeft >= 0, 'the bundle', `its facts read more than ${MOST_BYTES} bytes of evidence`);
  }

  has(place: string): boolean {
    return this.#bound.has(place);
  }

  /** Places that are not bound, in the order in which they were first read. */
  unbound(): string[] {
    return [...this.#bound].filter(([, isBound]) => !isBound).map(([place]) => place);
  }

  /** @throws Refuted unless every place is bound */
  requireBound(): void {
    const [place] = this.unbound();
    if (place === undefined) return;
    const isHeader = place.startsWith('block');
    throw new Refuted(
      place,
      isHeader ? 'its header has another hash' : 'it is not below the root of its block',
    );
  }
}

/** Place of the header of an earlier block. @param distance blocks before the block, from 1 */
export const placeBefore = (distance: number, blockHash: string): string =>
  `block ${distance} before block ${blockHash}`;

/** Number of bytes in all buffers together. */
export const lengthOf = (all: readonly Buffer[]): number => all.reduce((sum, { length }) => sum + length, 0);
