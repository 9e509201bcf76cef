import type { Address } from '../../domain/chain/hex.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import type { UndecidedReason } from '../execution/run/view-result.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import { accountPlaces, placesMissing } from './run-places.js';
import type { KnownPlace } from './view-task.js';

const NO_CODE = new Uint8Array(0);

/**
 * The state that a task brought along. What it lacks is noted, and zero until then: a run goes on, so that most of what it
 * needs is found at once, unless it is to end there. Its result counts only if nothing was missed.
 */
export class TaskState implements StateSource {
  readonly #known: ReadonlyMap<string, KnownPlace['value']>;
  readonly #missed = new Map<string, Place>();

  constructor(
    known: readonly KnownPlace[],
    private readonly goesOn: boolean,
  ) {
    this.#known = new Map(known.map(({ place, value }) => [placeKey(place), value]));
  }

  /** What a run missed, in the order in which it needed it. @param reason why the run has no result, if it has none */
  missedBy(reason: UndecidedReason | undefined): readonly Place[] {
    const looked = placesMissing(reason);
    const lacking = looked.filter((place) => !this.#known.has(placeKey(place)));
    return [
      ...new Map([...this.#missed.values(), ...lacking].map((place) => [placeKey(place), place])).values(),
    ];
  }

  /** Not noted where it is not known: most runs ask for accounts without looking at them. One that looks at it ends there. */
  account(address: Address): AccountState | undefined | Unknown {
    const [balance, nonce, code] = accountPlaces(address).map((place) => this.#known.get(placeKey(place)));
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
    const code = this.#value({ kind: 'code', address }) as Uint8Array | undefined;
    return code ?? (this.goesOn ? NO_CODE : UNKNOWN);
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const word = this.#value({ kind: 'slot', address, slot }) as bigint | undefined;
    return word ?? (this.goesOn ? 0n : UNKNOWN);
  }

  #value(place: Place): KnownPlace['value'] | undefined {
    const key = placeKey(place);
    const value = this.#known.get(key);
    if (value === undefined) this.#missed.set(key, place);
    return value;
  }
}
