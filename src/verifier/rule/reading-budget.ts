/** The rules of a bundle read its statements too often. */
export class TooMuchRead extends Error {
  override readonly name = 'TooMuchRead';
}

/** A second or two of reading. Published rules read the statement of a bundle a few times. */
const CHARACTERS = 1 << 28;

/**
 * Limits how much of the facts and entries the evaluation of all proofs of a bundle reads, so that its maker
 * cannot keep its reader busy.
 */
export class ReadingBudget {
  #left = CHARACTERS;

  /** @throws TooMuchRead once it is spent */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new TooMuchRead(`its rule reads more than ${CHARACTERS} characters`);
  }
}
