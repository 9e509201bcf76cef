import { type Address, keccak256, toHex } from 'viem';
import { Dice } from '../stage/dice.js';
import { accountOf } from '../stage/key.js';
import { credentialsTo, digest, validatorKey } from '../stage/validator-key.js';
import type { BeaconState, Deposit } from './beacon-state.js';

const EPOCHS_PER_DAY = 225;
const DAYS = 100;
/** Epochs before the first block of the demo chain. */
export const PREHISTORY_EPOCHS = DAYS * EPOCHS_PER_DAY;

/** Validators of actors of the scenario, which come first in the registry. */
const PEOPLE = 2;
const FOUNDERS = 400;
/** Most validators that join at once. The churn of a day is 225 validators, so they queue. */
const MOST_AT_ONCE = 600;
const LAST_TO_JOIN = 900;
const MOST_LEAVING = 250;
const LAST_TO_LEAVE = 700;

/**
 * The validators before the demo chain begins: some are in the genesis, and others join and leave in rushes
 * every few days, the largest on the last day.
 */
export class Prehistory {
  #joined = 0;

  constructor(private readonly seed: string) {}

  found(state: BeaconState): void {
    state.found(this.#depositOf('grace 0', '0x01', accountOf(this.seed, 'grace').address, 32));
    state.found(this.#depositOf('heidi 0', '0x02', accountOf(this.seed, 'heidi').address, 100));
    for (let count = 0; count < FOUNDERS; count++) state.found(this.#otherValidator());
  }

  /** Makes what happens in the current epoch of the state. */
  act(state: BeaconState): void {
    if (state.epoch === 0 || state.epoch % EPOCHS_PER_DAY !== 0) return;
    const day = state.epoch / EPOCHS_PER_DAY;
    const dice = new Dice(`${this.seed}/beacon/${day}`);
    if (day === DAYS - 1) {
      this.#join(state, LAST_TO_JOIN);
      this.#leave(state, FOUNDERS, LAST_TO_LEAVE);
    } else {
      if (dice.below(6) === 0) this.#join(state, dice.below(MOST_AT_ONCE));
      if (dice.below(6) === 0)
        this.#leave(state, dice.below(state.validators.length), dice.below(MOST_LEAVING));
    }
  }

  #join(state: BeaconState, count: number): void {
    for (let one = 0; one < count; one++) state.deposit(this.#otherValidator());
  }

  /**
   * Lets neighbours in the registry exit, as validators of one operator would; never those of actors of the
   * scenario.
   */
  #leave(state: BeaconState, after: number, count: number): void {
    const first = PEOPLE + after;
    for (const validator of state.validators.slice(first, first + count))
      if (state.mayExit(validator)) state.exit(validator);
  }

  #otherValidator(): Deposit {
    const name = `${this.seed} stranger ${this.#joined++}`;
    return this.#depositOf(name, '0x01', `0x${keccak256(toHex(name)).slice(-40)}`, 32);
  }

  #depositOf(name: string, prefix: '0x01' | '0x02', address: Address, ether: number): Deposit {
    return {
      pubkey: toHex(validatorKey(name)),
      credentials: credentialsTo(prefix, address).toLowerCase(),
      amount: ether * 1e9,
      signature: toHex(Buffer.concat(['a', 'b', 'c'].map((part) => digest(`${name} signature ${part}`)))),
    };
  }
}
