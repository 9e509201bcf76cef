/** Lets a number of users work at the same time. Others wait in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param waiting how many may wait */
  constructor(
    atOnce: number,
    private readonly waiting: number,
  ) {
    this.#free = atOnce;
  }

  /**
   * Waits for a turn.
   * @returns a function that ends the turn; undefined when too many wait already
   */
  take(): Promise<() => void> | undefined {
    if (this.#free === 0 && this.#waiting.length >= this.waiting) return undefined;
    return this.#turn().then(() => () => this.#end());
  }

  #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
