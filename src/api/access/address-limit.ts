import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Answers without a key that an address gets in a window before it has to wait. */
const ANSWERS = 600;
/** Beyond them the address that was silent longest is forgotten. */
const ADDRESSES = 10_000;

/** Counts, by network address, what is answered to those who name no valid key. A process counts for itself. */
export class AddressLimit {
  readonly #answers = new LRUCache<string, number>({ max: ADDRESSES, ttl: WINDOW_MS, noUpdateTTL: true });

  constructor(private readonly most = ANSWERS) {}

  /** Counts one; returns the seconds to wait where it is one too many. */
  count(address: string): number | undefined {
    const wait = this.waitOf(address);
    this.giveBack(address, -1);
    return wait;
  }

  /** The seconds to wait where one more would be too many. */
  waitOf(address: string): number | undefined {
    if ((this.#answers.get(address) ?? 0) < this.most) return undefined;
    return Math.max(1, Math.ceil(this.#answers.getRemainingTTL(address) / 1000));
  }

  /** Takes off what was counted: more of it is credit, until the window ends. */
  giveBack(address: string, answers: number): void {
    this.#answers.set(address, (this.#answers.get(address) ?? 0) - answers);
  }
}
