/**
 * All reads of one evaluation. The evaluation sees the block through this alone, so as long as the reads are equal the result is the same,
 * and is not computed again. It only saves time.
 */
export class Looks {
  readonly #made: { readonly at: (block: number) => unknown; readonly seen: unknown }[] = [];
  readonly #about = new Set<string>();

  constructor(private readonly block: number) {}

  /**
   * @param about the address, or id of the registry, without a change of which the answer stays the same
   * @param at what there is at the end of a block: the same value or object for as long as it is the same
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
