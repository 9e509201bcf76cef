import type { Hex } from 'viem';
import type { RpcClient } from '../chain/rpc-client.js';
import { FIRST_BLOCK } from '../genesis/first-block.js';
import { GENESIS_TIME } from '../genesis/genesis.js';
import { BeaconState } from './beacon-state.js';
import { type ChainRequest, requestsOf } from './chain-requests.js';
import { SECONDS_PER_SLOT, SLOTS_PER_EPOCH } from './demo-spec.js';
import { PREHISTORY_EPOCHS, Prehistory } from './prehistory.js';

const FIRST_SLOT = PREHISTORY_EPOCHS * SLOTS_PER_EPOCH;

/** The slot of a block of the demo chain, by its time. */
function slotOf(timestamp: number): number {
  return FIRST_SLOT + Math.floor((timestamp - GENESIS_TIME) / SECONDS_PER_SLOT);
}

/**
 * The beacon chain behind the demo chain. It processes the requests of each block in the epoch of that block;
 * after the prehistory nothing else happens.
 */
export class BeaconChain {
  readonly #requests: ChainRequest[] = [];
  #read = FIRST_BLOCK;
  #headSlot = FIRST_SLOT;
  #state: BeaconState;
  #prehistory: Prehistory;
  /** How many requests the state has processed. */
  #taken = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly seed: string,
  ) {
    [this.#state, this.#prehistory] = this.#genesis();
  }

  /** The newest slot that has a block. Reads the blocks that were added since the last call. */
  async headSlot(): Promise<number> {
    const head = await this.rpc.call<{ number: Hex; timestamp: Hex }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    );
    const number = Number(head.number);
    if (number > this.#read) {
      const requests = await requestsOf(this.rpc, this.#read + 1, number);
      // Another call may have read them meanwhile.
      if (number > this.#read) {
        this.#requests.push(...requests);
        this.#read = number;
        this.#headSlot = slotOf(Number(head.timestamp));
      }
    }
    return this.#headSlot;
  }

  /** The state at the first slot of an epoch that has begun. The next call changes the same object. */
  stateAt(epoch: number): BeaconState {
    if (epoch < this.#state.epoch) {
      [this.#state, this.#prehistory] = this.#genesis();
      this.#taken = 0;
    }
    while (this.#state.epoch < epoch) {
      this.#act();
      this.#state.advance();
    }
    return this.#state;
  }

  #act(): void {
    if (this.#state.epoch < PREHISTORY_EPOCHS) this.#prehistory.act(this.#state);
    const end = (this.#state.epoch + 1) * SLOTS_PER_EPOCH;
    for (;;) {
      const request = this.#requests[this.#taken];
      if (!request || slotOf(request.timestamp) >= end) return;
      if ('deposit' in request) this.#state.deposit(request.deposit);
      else this.#state.request(request.withdrawal);
      this.#taken++;
    }
  }

  #genesis(): [BeaconState, Prehistory] {
    const state = new BeaconState();
    const prehistory = new Prehistory(this.seed);
    prehistory.found(state);
    return [state, prehistory];
  }
}
