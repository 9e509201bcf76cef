import type { SlotChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { storageClearing } from '../../domain/chain/record/storage-clearing.js';

/** What one block wrote to one slot. */
export interface StorageChange {
  readonly address: Buffer;
  /** 32 bytes, like the values. */
  readonly slot: Buffer;
  /**
   * At the beginning of the block. Absent where the account ended earlier in the block, which does not list
   * the slot, and where only an access list shows the write.
   */
  readonly before?: Buffer;
  /** At the end of the block. */
  after: Buffer;
}

/** The storage changes of one account in one block. */
export interface AccountStorage {
  readonly address: Buffer;
  readonly changes: Iterable<StorageChange>;
  /** Whether the account began or ended: slots that are not listed are zero at the end of the block. */
  readonly isCleared: boolean;
}

const ZERO = Buffer.alloc(32);
const NO_CHANGES = { beforeTransactions: [], afterTransactions: [] };

/**
 * The storage that one block changed, by account. Changes by transactions are missing where they are not
 * known; those of the protocol are there where an access list has them.
 */
export function storageChanges({
  allocation = [],
  stateChanges = [],
  protocolChanges: { beforeTransactions, afterTransactions } = NO_CHANGES,
}: VerifiedBlock): AccountStorage[] {
  const accounts = new Map<string, ChangedStorage>();
  for (const changes of [allocation, beforeTransactions, ...stateChanges, afterTransactions]) {
    for (const change of changes) {
      const clearing = storageClearing(change);
      if (clearing === undefined && change.storage.length === 0) continue;
      const key = change.address.toString('latin1');
      let account = accounts.get(key);
      if (!account) {
        account = new ChangedStorage(change.address);
        accounts.set(key, account);
      }
      account.follow(change.storage, clearing);
    }
  }
  return [...accounts.values()];
}

class ChangedStorage implements AccountStorage {
  isCleared = false;
  #hasEnded = false;
  readonly #slots = new Map<string, StorageChange>();

  constructor(readonly address: Buffer) {}

  get changes(): Iterable<StorageChange> {
    return this.#slots.values();
  }

  /** A transaction writes to an account after creating it, and before destroying it. */
  follow(storage: readonly SlotChange[], clearing: ReturnType<typeof storageClearing>): void {
    if (clearing === 'created') this.#clear();
    for (const { slot, before, after } of storage) {
      const key = slot.toString('latin1');
      const known = this.#slots.get(key);
      if (known) known.after = after;
      else if (before === undefined || this.#hasEnded)
        this.#slots.set(key, { address: this.address, slot, after });
      else this.#slots.set(key, { address: this.address, slot, after, before });
    }
    if (clearing !== 'destroyed') return;
    this.#clear();
    this.#hasEnded = true;
  }

  #clear(): void {
    this.isCleared = true;
    for (const change of this.#slots.values()) change.after = ZERO;
  }
}
