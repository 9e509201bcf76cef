import { demand, Refuted } from './finding.js';

/** A few seconds of hashing. What a bundle holds is read a few times: once for each fact that rests on it. */
const MOST_BYTES = 1 << 28;

/**
 * Places of the material that were read, and whether what is there hangs below its root.
 * INVARIANT: a place that was once found not to hang there stays so, whoever reads it later.
 */
export class ReadPlaces {
  readonly #bound = new Map<string, boolean>();
  #bytesLeft = MOST_BYTES;

  add(place: string, isBound: boolean): void {
    this.#bound.set(place, isBound && this.#bound.get(place) !== false);
  }

  /** Bounds how much is hashed and decoded, so that the maker of a bundle cannot keep its reader busy. @throws Refuted */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    demand(this.#bytesLeft >= 0, 'the bundle', `its facts read more than ${MOST_BYTES} bytes of evidence`);
  }

  has(place: string): boolean {
    return this.#bound.has(place);
  }

  /** Those that do not, in the order in which they were first read. */
  unbound(): string[] {
    return [...this.#bound].filter(([, isBound]) => !isBound).map(([place]) => place);
  }

  /** @throws Refuted where one does not */
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

/** A header among those before a block, by how far before it is, from 1. */
export const placeBefore = (distance: number, blockHash: string): string =>
  `block ${distance} before block ${blockHash}`;

/** Bytes of all of them. */
export const lengthOf = (all: readonly Buffer[]): number => all.reduce((sum, { length }) => sum + length, 0);
