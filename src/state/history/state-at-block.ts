import type { Address } from '../../domain/chain/hex.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { placeKey } from './place-key.js';
import type { StateCache, UnknownPlace } from './state-cache.js';
import type { StatePlace } from './state-history.js';

/** The answer while a value is not in memory, or not known at all. */
const UNKNOWN = 'unknown';

/** An account without its code and storage. */
export interface AccountAtBlock {
  /** Wei. */
  readonly balance: bigint;
  readonly nonce: bigint;
  /** 32 bytes. */
  readonly codeHash: Uint8Array;
}

/**
 * The state at the end of one block, for a run of the EVM: answers are immediate. A run that misses something ends; `load` brings it into
 * memory, and the run is repeated.
 */
export class StateAtBlock {
  readonly #missing = new Map<string, StatePlace>();
  readonly #unknown = new Map<string, UnknownPlace>();

  constructor(
    private readonly cache: StateCache,
    readonly block: number,
  ) {}

  /** Places that were read and are not known. */
  get unknown(): readonly UnknownPlace[] {
    return [...this.#unknown.values()];
  }

  /** The place among those, if it is not known. */
  unknownAt(place: StatePlace): UnknownPlace | undefined {
    const key = placeKey(place);
    const unknown = this.#unknown.get(key);
    // An account is not known without its code. Its own unknown field comes first, whichever was loaded
    // first.
    if (unknown || place.kind !== 'account' || this.#missing.has(key)) return unknown;
    return this.unknownAt({ ...place, kind: 'code' });
  }

  /** Undefined where the account is empty. */
  account(address: Address): AccountAtBlock | undefined | typeof UNKNOWN {
    const balance = this.cache.balance(address, this.block)?.value;
    const nonce = this.cache.nonce(address, this.block)?.value;
    if (balance === undefined || nonce === undefined) this.miss({ kind: 'account', address });
    const code = this.cache.code(address, this.block)?.value;
    if (!code) this.miss({ kind: 'code', address });
    if (balance === undefined || nonce === undefined || !code) return UNKNOWN;
    const isEmpty = balance === 0n && nonce === 0n && Buffer.compare(code.hash, EMPTY_CODE_HASH) === 0;
    return isEmpty ? undefined : { balance, nonce, codeHash: code.hash };
  }

  /** Empty where there is none. */
  code(address: Address): Uint8Array | typeof UNKNOWN {
    const code = this.cache.code(address, this.block)?.value;
    if (code) return code.bytes;
    this.miss({ kind: 'code', address });
    return UNKNOWN;
  }

  /** Zero where it is empty. */
  slot(address: Address, slot: bigint): bigint | typeof UNKNOWN {
    const value = this.cache.slot({ address, slot }, this.block)?.value;
    if (value !== undefined) return value;
    this.miss({ kind: 'slot', address, slot });
    return UNKNOWN;
  }

  /** Loads what was missing, or other places ahead of a run. Returns whether any of it is known now. */
  async load(places: readonly StatePlace[] = [...this.#missing.values()]): Promise<boolean> {
    this.#missing.clear();
    if (places.length === 0) return false;
    const unknown = await this.cache.load(places, this.block);
    this.#learn(unknown);
    return new Set(unknown.map(({ place }) => place)).size < places.length;
  }

  /** Loads what was missing in any of the states. @param states over one cache */
  static async loadAll(cache: StateCache, states: readonly StateAtBlock[]): Promise<void> {
    const wanted = states.map((state) => ({ places: [...state.#missing.values()], block: state.block }));
    for (const state of states) state.#missing.clear();
    for (const [at, unknown] of (await cache.loadAll(wanted)).entries()) states[at]!.#learn(unknown);
  }

  #learn(unknown: readonly UnknownPlace[]): void {
    for (const one of unknown) {
      const key = placeKey(one.place);
      if (!this.#unknown.has(key)) this.#unknown.set(key, one);
    }
  }

  /** Notes what a run needs, to be loaded next. */
  miss(place: StatePlace): void {
    const key = placeKey(place);
    if (!this.#unknown.has(key)) this.#missing.set(key, place);
  }
}
