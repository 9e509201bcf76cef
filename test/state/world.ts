import type { Address } from '../../src/domain/chain/hex.js';

/** One complete account. */
export interface WorldAccount {
  balance: bigint;
  nonce: number;
  /** Hex without `0x`. */
  code: string;
  /** Zero words are left out. */
  storage: Map<bigint, bigint>;
}

/** Every account, copied for every block: the simplest form of state. */
export class World {
  constructor(readonly accounts = new Map<Address, WorldAccount>()) {}

  copy(): World {
    return new World(
      new Map(
        [...this.accounts].map(([address, one]) => [address, { ...one, storage: new Map(one.storage) }]),
      ),
    );
  }

  of(address: Address): WorldAccount {
    let account = this.accounts.get(address);
    if (!account) {
      account = { balance: 0n, nonce: 0, code: '', storage: new Map() };
      this.accounts.set(address, account);
    }
    return account;
  }

  write(address: Address, slot: bigint, value: bigint): void {
    const { storage } = this.of(address);
    if (value === 0n) storage.delete(slot);
    else storage.set(slot, value);
  }
}
