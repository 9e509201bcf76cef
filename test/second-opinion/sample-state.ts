import type { Address } from '../../src/domain/chain/hex.js';
import { keccak256OfParts } from '../../src/domain/crypto/keccak.js';
import { CALLER } from '../../src/state/execution/run/call-convention.js';
import { MemoryState } from '../../src/state/execution/run/memory-state.js';
import type { AccountState, StateSource } from '../../src/state/execution/run/state-source.js';

/** A state with given code in which every slot has a value derived from its number: zero, small, one of the accounts, or random. */
export class SampleState implements StateSource {
  readonly addresses: readonly Address[];
  /** Slots that were read, by account. */
  readonly asked = new Map<Address, Map<bigint, bigint>>();
  readonly #codes: MemoryState;

  constructor(readonly codes: ReadonlyMap<Address, Uint8Array>) {
    this.addresses = [...codes.keys()];
    this.#codes = new MemoryState([
      // A transaction raises the caller's nonce and so creates the account. On mainnet it has ether anyway.
      [CALLER, { balance: 1n }],
      ...[...codes].map(([address, code]) => [address, { code, nonce: 1n, balance: 1_000n }] as const),
    ]);
  }

  account(address: Address): AccountState | undefined {
    return this.#codes.account(address) as AccountState | undefined;
  }

  code(address: Address): Uint8Array {
    return this.#codes.code(address) as Uint8Array;
  }

  slot(address: Address, slot: bigint): bigint {
    if (!this.codes.has(address)) return 0n;
    let asked = this.asked.get(address);
    if (asked === undefined) {
      asked = new Map();
      this.asked.set(address, asked);
    }
    const value = asked.get(slot) ?? this.#valueOf(address, slot);
    asked.set(slot, value);
    return value;
  }

  #valueOf(address: Address, slot: bigint): bigint {
    const name = Buffer.from(slot.toString(16).padStart(64, '0'), 'hex');
    const hash = keccak256OfParts(Buffer.from(address), name);
    const number = hash.readUInt32BE(1);
    switch (hash[0]! % 5) {
      case 0:
        return 0n;
      case 1:
        return BigInt(number % 100);
      case 2:
      case 3:
        return BigInt(this.addresses[number % this.addresses.length]!);
      default:
        return BigInt(`0x${hash.toString('hex')}`);
    }
  }
}
