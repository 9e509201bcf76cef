import type { Address } from '../../domain/chain/hex.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import { accountPlaces } from './run-places.js';
import type { KnownPlace } from './view-task.js';

/** The state that a task brought along. */
export class KnownPlaces implements StateSource {
  readonly #values: ReadonlyMap<string, KnownPlace['value']>;

  constructor(known: readonly KnownPlace[]) {
    this.#values = new Map(known.map(({ place, value }) => [placeKey(place), value]));
  }

  has(place: Place): boolean {
    return this.#values.has(placeKey(place));
  }

  /** Unknown while one of its fields or its code is. */
  account(address: Address): AccountState | undefined | Unknown {
    const [balance, nonce, code] = accountPlaces(address).map((place) => this.#values.get(placeKey(place)));
    if (balance === undefined || nonce === undefined || code === undefined) return UNKNOWN;
    const bytes = code as Uint8Array;
    if (balance === 0n && nonce === 0n && bytes.length === 0) return undefined;
    return {
      balance: balance as bigint,
      nonce: nonce as bigint,
      codeHash: bytes.length === 0 ? EMPTY_CODE_HASH : keccak256(bytes),
    };
  }

  code(address: Address): Uint8Array | Unknown {
    return (this.#values.get(placeKey({ kind: 'code', address })) as Uint8Array | undefined) ?? UNKNOWN;
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    return (this.#values.get(placeKey({ kind: 'slot', address, slot })) as bigint | undefined) ?? UNKNOWN;
  }
}
