/** Runs that replace one another: only the one begun last goes on. */
export class Runs {
  #last = 0;

  /** Ends the run before. @returns whether this one is still the last */
  begin(): () => boolean {
    const mine = ++this.#last;
    return () => mine === this.#last;
  }

  /** Ends the run that goes on. */
  stop(): void {
    this.#last++;
  }
}
