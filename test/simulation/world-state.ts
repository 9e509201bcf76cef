/** One account of the simulated state. */
export interface Account {
  balance: bigint;
  nonce: number;
  /** 0x text; `0x` for none. */
  code: string;
  /** Slot to 32-byte word; zero words are left out. */
  storage: Map<string, string>;
}

/** An account before a transaction first changed it. */
export interface Before {
  readonly existed: boolean;
  readonly balance: bigint;
  readonly nonce: number;
  readonly code: string;
  /** Only slots that the transaction wrote. */
  readonly slots: Map<string, string>;
}

export const ZERO_WORD = `0x${'0'.repeat(64)}`;

/**
 * Accounts with an undo journal. `mark` and `undoTo` revert a failed frame or a whole block;
 * `beginTransaction` starts the record of changes of a transaction.
 */
export class WorldState {
  readonly #accounts = new Map<string, Account>();
  #journal: (() => void)[] = [];
  #touched = new Map<string, Before>();
  /** Addresses with code, as targets for calls. */
  #contracts: string[] = [];

  get contracts(): readonly string[] {
    return this.#contracts;
  }

  get touched(): ReadonlyMap<string, Before> {
    return this.#touched;
  }

  get(address: string): Readonly<Account> | undefined {
    return this.#accounts.get(address);
  }

  balanceOf(address: string): bigint {
    return this.#accounts.get(address)?.balance ?? 0n;
  }

  slot(address: string, slot: string): string {
    return this.#accounts.get(address)?.storage.get(slot) ?? ZERO_WORD;
  }

  mark(): number {
    return this.#journal.length;
  }

  undoTo(mark: number): void {
    while (this.#journal.length > mark) this.#journal.pop()!();
  }

  /** Takes the journal since the last call. @returns a function that undoes it */
  seal(): () => void {
    const steps = this.#journal;
    this.#journal = [];
    return () => {
      while (steps.length > 0) steps.pop()!();
    };
  }

  beginTransaction(): void {
    this.#touched = new Map();
  }

  addBalance(address: string, wei: bigint): void {
    const account = this.#touch(address);
    const before = account.balance;
    account.balance += wei;
    if (account.balance < 0n) throw new Error(`${address} would have a negative balance`);
    this.#journal.push(() => {
      account.balance = before;
    });
  }

  setNonce(address: string, nonce: number): void {
    const account = this.#touch(address);
    const before = account.nonce;
    account.nonce = nonce;
    this.#journal.push(() => {
      account.nonce = before;
    });
  }

  setCode(address: string, code: string): void {
    const account = this.#touch(address);
    const before = account.code;
    const contracts = this.#contracts;
    account.code = code;
    if (before === '0x') this.#contracts = [...contracts, address];
    else if (code === '0x') this.#contracts = contracts.filter((other) => other !== address);
    this.#journal.push(() => {
      account.code = before;
      this.#contracts = contracts;
    });
  }

  setSlot(address: string, slot: string, value: string): void {
    const account = this.#touch(address);
    const before = account.storage.get(slot) ?? ZERO_WORD;
    const slots = this.#touched.get(address)!.slots;
    if (!slots.has(slot)) slots.set(slot, before);
    put(account.storage, slot, value);
    this.#journal.push(() => put(account.storage, slot, before));
  }

  /** Removes an account, as at the end of a transaction. */
  remove(address: string): void {
    const account = this.#touch(address);
    const contracts = this.#contracts;
    this.#accounts.delete(address);
    this.#contracts = contracts.filter((other) => other !== address);
    this.#journal.push(() => {
      this.#accounts.set(address, account);
      this.#contracts = contracts;
    });
  }

  #touch(address: string): Account {
    let account = this.#accounts.get(address);
    if (!this.#touched.has(address)) {
      const { balance = 0n, nonce = 0, code = '0x' } = account ?? {};
      this.#touched.set(address, { existed: account !== undefined, balance, nonce, code, slots: new Map() });
    }
    if (!account) {
      account = { balance: 0n, nonce: 0, code: '0x', storage: new Map() };
      this.#accounts.set(address, account);
      this.#journal.push(() => this.#accounts.delete(address));
    }
    return account;
  }
}

function put(storage: Map<string, string>, slot: string, value: string): void {
  if (value === ZERO_WORD) storage.delete(slot);
  else storage.set(slot, value);
}
