import type { Address } from '../../domain/chain/hex.js';
import type { Code } from './code-history.js';
import { IntervalCache } from './interval-cache.js';
import type { StateAnswer, UnknownReason } from './known-state.js';
import type { Slot } from './slot-history.js';
import type { StateHistory, StatePlace } from './state-history.js';

/** About 200 bytes each. */
const MAX_INTERVALS = 500_000;
/** At most 24 KB each. */
const MAX_CODES = 2_000;

/** A place whose value at the end of a block is not known. */
export interface UnknownPlace {
  readonly place: StatePlace;
  readonly reason: UnknownReason;
}

/**
 * Values of state in memory, each with the blocks in which it holds, so that one value serves many blocks. Its owner reports every
 * unwinding.
 */
export class StateCache {
  readonly #slots = new IntervalCache<bigint>(MAX_INTERVALS);
  readonly #balances = new IntervalCache<bigint>(MAX_INTERVALS);
  readonly #nonces = new IntervalCache<bigint>(MAX_INTERVALS);
  readonly #codes = new IntervalCache<Code>(MAX_CODES);

  constructor(private readonly history: StateHistory) {}

  /** Undefined while it is not in memory, like the others. */
  slot({ address, slot }: Slot, block: number): bigint | undefined {
    return this.#slots.find(slotKey(address, slot), block)?.value;
  }

  code(address: Address, block: number): Code | undefined {
    return this.#codes.find(address, block)?.value;
  }

  account(address: Address, block: number): { balance: bigint; nonce: bigint } | undefined {
    const balance = this.#balances.find(address, block);
    const nonce = this.#nonces.find(address, block);
    return balance && nonce && { balance: balance.value, nonce: nonce.value };
  }

  /** Brings places into memory, in one query for each kind of place. Returns those that are not known. */
  async load(places: readonly StatePlace[], block: number): Promise<UnknownPlace[]> {
    const slots = places.filter((place) => place.kind === 'slot');
    const codes = places.filter(({ kind }) => kind === 'code');
    const accounts = places.filter(({ kind }) => kind === 'account');
    const unknown: UnknownPlace[] = [];
    const keep = <Value>(
      cache: IntervalCache<Value>,
      key: string,
      place: StatePlace,
      answer: StateAnswer<Value>,
    ) => {
      if (answer.known) cache.add(key, answer);
      else unknown.push({ place, reason: answer.reason });
    };
    const addressOf = ({ address }: StatePlace): Address => address;
    for (const [at, answer] of (await this.history.slotsAt(slots, block)).entries())
      keep(this.#slots, slotKey(slots[at]!.address, slots[at]!.slot), slots[at]!, answer);
    for (const [at, answer] of (await this.history.codesAt(codes.map(addressOf), block)).entries())
      keep(this.#codes, codes[at]!.address, codes[at]!, answer);
    for (const [at, answer] of (await this.history.accountsAt(accounts.map(addressOf), block)).entries()) {
      keep(this.#balances, accounts[at]!.address, accounts[at]!, answer.balance);
      keep(this.#nonces, accounts[at]!.address, accounts[at]!, answer.nonce);
    }
    return unknown;
  }

  /** Forgets the state at the end of this block and of those after it. */
  unwind(fromBlock: number): void {
    for (const cache of [this.#slots, this.#balances, this.#nonces, this.#codes]) cache.forgetFrom(fromBlock);
  }
}

export function slotKey(address: Address, slot: bigint): string {
  return `${address}${slot.toString(16)}`;
}
