import type { Address } from '../../domain/chain/hex.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { AccountState, StateSource } from '../execution/run/state-source.js';
import type { Place } from '../history/requested-state.js';
import { keyOf } from './place-key.js';
import type { KnownPlace } from './view-task.js';

const NO_CODE = new Uint8Array(0);

/**
 * The state that a task brought along. What it lacks is noted, and zero until then: a run goes on, so that most of what it
 * needs is found at once. Its result counts only if nothing was missed.
 */
export class TaskState implements StateSource {
  readonly #known: ReadonlyMap<string, KnownPlace['value']>;
  readonly #missed = new Map<string, Place>();

  constructor(known: readonly KnownPlace[]) {
    this.#known = new Map(known.map(({ place, value }) => [keyOf(place), value]));
  }

  get missed(): readonly Place[] {
    return [...this.#missed.values()];
  }

  account(address: Address): AccountState | undefined {
    const balance = this.#number({ kind: 'balance', address });
    const nonce = this.#number({ kind: 'nonce', address });
    const code = this.code(address);
    if (balance === 0n && nonce === 0n && code.length === 0) return undefined;
    return { balance, nonce, codeHash: code.length === 0 ? EMPTY_CODE_HASH : keccak256(code) };
  }

  code(address: Address): Uint8Array {
    return (this.#value({ kind: 'code', address }) as Uint8Array | undefined) ?? NO_CODE;
  }

  slot(address: Address, slot: bigint): bigint {
    return this.#number({ kind: 'slot', address, slot });
  }

  #number(place: Place): bigint {
    return (this.#value(place) as bigint | undefined) ?? 0n;
  }

  #value(place: Place): KnownPlace['value'] | undefined {
    const key = keyOf(place);
    const value = this.#known.get(key);
    if (value === undefined) this.#missed.set(key, place);
    return value;
  }
}
