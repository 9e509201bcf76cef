/**
 * All reads of one evaluation. The evaluation accesses the block only by these, so its result is the same while the reads are,
 * and need not be computed again. This only saves time.
 */
export class Looks {
  readonly #made: { readonly at: (block: number) => unknown; readonly seen: unknown }[] = [];
  readonly #about = new Set<string>();

  constructor(private readonly block: number) {}

  /**
   * @param about address, or id of the registry; while it is unchanged the answer is the same
   * @param at reads at the end of a block; returns the same object while the value is the same
   */
  look<Seen>(about: string, at: (block: number) => Seen): Seen {
    const seen = at(this.block);
    this.#made.push({ at, seen });
    this.#about.add(about);
    return seen;
  }

  isAboutAny(changed: ReadonlySet<string>): boolean {
    for (const one of this.#about) if (changed.has(one)) return true;
    return false;
  }

  areSameAt(block: number): boolean {
    return this.#made.every(({ at, seen }) => at(block) === seen);
  }
}
