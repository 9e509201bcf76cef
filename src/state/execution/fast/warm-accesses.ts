import type { Address } from '../../../domain/chain/hex.js';

/** The accounts and slots that a run has accessed (EIP-2929). A frame that fails takes back what it added. */
export class WarmAccesses {
  readonly #accounts = new Set<string>();
  readonly #slots = new Map<Address, Set<bigint>>();
  readonly #added: { readonly account: Address; readonly slot: bigint | undefined }[] = [];

  /** @param always accounts that are warm besides those added */
  constructor(private readonly always: { has(address: string): boolean }) {}

  /** Whether the account was warm; now it is. */
  touchAccount(account: Address): boolean {
    if (this.always.has(account) || this.#accounts.has(account)) return true;
    this.#accounts.add(account);
    this.#added.push({ account, slot: undefined });
    return false;
  }

  /** Whether the slot was warm; now it is. */
  touchSlot(account: Address, slot: bigint): boolean {
    let slots = this.#slots.get(account);
    if (slots === undefined) {
      slots = new Set();
      this.#slots.set(account, slots);
    }
    if (slots.has(slot)) return true;
    slots.add(slot);
    this.#added.push({ account, slot });
    return false;
  }

  /** What `undoTo` returns to. */
  get mark(): number {
    return this.#added.length;
  }

  undoTo(mark: number): void {
    while (this.#added.length > mark) {
      const { account, slot } = this.#added.pop()!;
      if (slot === undefined) this.#accounts.delete(account);
      else this.#slots.get(account)?.delete(slot);
    }
  }
}
