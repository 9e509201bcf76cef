const KEPT_MS = 120_000;
/** Most queries kept; the oldest is dropped first. */
const MOST = 10_000;

interface Kept {
  readonly addresses: readonly Buffer[];
  readonly until: number;
}

/** Candidates of the last minutes, by store and folded query. */
export class RecentCandidates {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(query: string): readonly Buffer[] | undefined {
    const kept = this.#kept.get(query);
    return kept && kept.until > this.now() ? kept.addresses : undefined;
  }

  set(query: string, addresses: readonly Buffer[]): void {
    // Deleted first, so that it becomes the newest.
    this.#kept.delete(query);
    this.#kept.set(query, { addresses, until: this.now() + KEPT_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
