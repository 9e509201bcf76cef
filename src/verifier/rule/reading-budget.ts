/** The rules of a bundle make too much of what it states. */
export class TooMuchRead extends Error {
  override readonly name = 'TooMuchRead';
}

/** A second or two. Published rules read what a bundle states a few times. */
const CHARACTERS = 1 << 28;

/** Bounds the lists of facts and entries that evaluating all proofs of a bundle reads, so that its maker cannot keep its reader busy. */
export class ReadingBudget {
  #left = CHARACTERS;

  /** @throws TooMuchRead once it is spent */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new TooMuchRead(`its rule reads more than ${CHARACTERS} characters`);
  }
}
