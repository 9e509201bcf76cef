import { NotCovered } from '../../domain/refusal/not-covered.js';
import { placeKey } from '../history/place-key.js';
import type { AnsweredPlace, Place, RequestedState } from '../history/requested-state.js';
import type { LoopState } from './view-loop.js';
import type { KnownPlace } from './view-task.js';

/** The state of a place that the call reads cannot be had. */
export class StateNotKept extends Error {
  override readonly name = 'StateNotKept';
  constructor(
    readonly place: Place,
    readonly block: number,
    /** No node has it, or a proof contradicts the state changes of the covered blocks. */
    readonly reason: 'no_history' | 'contradicted',
  ) {
    super(`${reason}: ${placeKey(place)} at the end of block ${block}`);
  }
}

/** State at the end of a block. Nodes are asked for what the covered blocks do not give. */
export class AskedState implements LoopState {
  readonly #answered = new Map<string, AnsweredPlace>();

  /** @param read that of `RequestedState` */
  constructor(
    private readonly read: RequestedState['read'],
    private readonly block: number,
    private readonly signal: AbortSignal,
  ) {}

  /** The answer about a place that was loaded. */
  answered(place: Place): AnsweredPlace {
    return this.#answered.get(placeKey(place))!;
  }

  known(places: Iterable<Place>): KnownPlace[] {
    return [...places].flatMap((place) => {
      const answer = this.#answered.get(placeKey(place))?.answer;
      if (!answer?.known) return [];
      const { value } = answer;
      return [{ place, value: typeof value === 'bigint' ? value : value.bytes }];
    });
  }

  unknown(): undefined {}

  /** @throws StateNotKept, NotCovered, or the reason of the signal */
  async load(places: readonly Place[]): Promise<void> {
    for (const one of await this.read(places, this.block, this.signal)) {
      const { place, answer } = one;
      if (!answer.known && (answer.reason === 'no_history' || answer.reason === 'contradicted'))
        throw new StateNotKept(place, answer.askAt ?? this.block, answer.reason);
      if (!answer.known) throw NotCovered.unavailable();
      this.#answered.set(placeKey(place), one);
    }
  }
}
