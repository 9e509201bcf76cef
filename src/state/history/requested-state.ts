import { setTimeout } from 'node:timers/promises';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { wordHex } from '../../domain/chain/word.js';
import { formatReadOnRequest } from '../../domain/event/state-read.js';
import type { BoundedStateReads } from '../../event-store/bounded-state-reads.js';
import type { StateReadRequest } from '../../event-store/state-read-request.js';
import type { Code } from './code-history.js';
import type { StateAnswer } from './known-state.js';
import type { StateHistory } from './state-history.js';

const POLL_MS = 25;

/** A place with one value. */
export type Place =
  | { readonly kind: 'slot'; readonly address: Address; readonly slot: bigint }
  | { readonly kind: 'code' | 'balance' | 'nonce'; readonly address: Address };

/** The value of a code is a `Code`; other values are numbers. */
export interface AnsweredPlace {
  readonly place: Place;
  readonly answer: StateAnswer<bigint> | StateAnswer<Code>;
}

/**
 * State on behalf of a request. What the covered blocks do not give is asked of nodes, at the newest block at whose end it is still the same,
 * and stored, so that it is asked once. Another process may ask: this one waits.
 */
export class RequestedState {
  /** @param history counts answers to requests as well */
  constructor(
    private readonly history: StateHistory,
    private readonly reads: BoundedStateReads,
  ) {}

  /**
   * The places at the end of a stored block, in the order asked. What stays unknown comes with its reason.
   * @throws the reason of the signal, after it withdrew its requests
   */
  async read(places: readonly Place[], block: number, signal: AbortSignal): Promise<AnsweredPlace[]> {
    for (;;) {
      const answered = await this.#known(places, block);
      const asked = answered.flatMap(({ place, answer }) =>
        answer.known || answer.reason === 'no_history' || answer.askAt === undefined
          ? []
          : [requestOf(place, answer.askAt)],
      );
      if (asked.length === 0) return answered;
      await this.#ask(asked, signal);
    }
  }

  /** Like `read`, after asking nodes to prove what rests on the changes of blocks alone. */
  async readProven(places: readonly Place[], block: number, signal: AbortSignal): Promise<AnsweredPlace[]> {
    const answered = await this.read(places, block, signal);
    const unproven = answered.flatMap(({ place, answer }) =>
      answer.known && answer.support === 'changes' ? [requestOf(place, answer.through)] : [],
    );
    if (unproven.length === 0) return answered;
    await this.#ask(unproven, signal);
    return this.read(places, block, signal);
  }

  async #ask(requests: readonly StateReadRequest[], signal: AbortSignal): Promise<void> {
    await this.reads.requestAll(requests);
    try {
      while ((await this.reads.open(requests)) > 0) await setTimeout(POLL_MS, undefined, { signal });
      // Nothing was requested where too much is open.
      await setTimeout(POLL_MS, undefined, { signal });
    } catch (error) {
      await this.reads.withdraw(requests);
      throw signal.aborted ? signal.reason : error;
    }
  }

  async #known(places: readonly Place[], block: number): Promise<AnsweredPlace[]> {
    const addressesOf = (kinds: readonly Place['kind'][]): Address[] => [
      ...new Set(places.filter(({ kind }) => kinds.includes(kind)).map(({ address }) => address)),
    ];
    const slots = places.filter((place) => place.kind === 'slot');
    const codes = addressesOf(['code']);
    const accounts = addressesOf(['balance', 'nonce']);
    const slotAnswers = (await this.history.slotsAt(slots, block)).values();
    const codeAnswers = await this.history.codesAt(codes, block);
    const accountAnswers = await this.history.accountsAt(accounts, block);
    return places.map((place) => {
      const { kind, address } = place;
      if (kind === 'slot') return { place, answer: slotAnswers.next().value! };
      if (kind === 'code') return { place, answer: codeAnswers[codes.indexOf(address)]! };
      return { place, answer: accountAnswers[accounts.indexOf(address)]![kind] };
    });
  }
}

function requestOf(place: Place, blockNumber: number): StateReadRequest {
  const what = formatReadOnRequest(
    place.kind === 'slot' ? { kind: 'slot', slot: wordHex(place.slot) } : { kind: place.kind },
  );
  return { subject: fromHex(place.address), what, blockNumber };
}
