import type { Address } from '../../domain/chain/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from './state-source.js';

/** An account of a state in memory; what is left out is zero or empty. */
export interface MemoryAccount {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Uint8Array;
  readonly slots?: ReadonlyMap<bigint, bigint>;
}

/** A state in memory. An account that it does not have is absent, or unknown if the state is partial. */
export class MemoryState implements StateSource {
  readonly #accounts = new Map<Address, MemoryAccount & AccountState>();

  constructor(
    accounts: Iterable<readonly [Address, MemoryAccount]>,
    private readonly isPartial = false,
  ) {
    for (const [address, account] of accounts) {
      const { balance = 0n, nonce = 0n, code = NO_CODE } = account;
      this.#accounts.set(address, { ...account, balance, nonce, codeHash: keccak256(code) });
    }
  }

  account(address: Address): AccountState | undefined | Unknown {
    return this.#accounts.get(address) ?? this.#absent(undefined);
  }

  code(address: Address): Uint8Array | Unknown {
    const account = this.#accounts.get(address);
    return account === undefined ? this.#absent(NO_CODE) : (account.code ?? NO_CODE);
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const account = this.#accounts.get(address);
    return account === undefined ? this.#absent(0n) : (account.slots?.get(slot) ?? 0n);
  }

  #absent<Value>(value: Value): Value | Unknown {
    return this.isPartial ? UNKNOWN : value;
  }
}

const NO_CODE = new Uint8Array(0);
