import { LRUCache } from 'lru-cache';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { TtlValue } from '../../platform/clock/ttl-value.js';
import type { StoreVersion, StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import type { ApiResponse } from './method/api-response.js';
import type { SerializedResponse } from './serialized-response.js';

/**
 * Milliseconds for which the store is assumed to be unchanged. A caller may see a new block so much later
 * than without a cache.
 */
export const VERSION_AGE_MS = 1_000;
/**
 * Answers are kept no longer than this, because some do not come from the chain log alone, such as those from
 * a graph that lags behind it.
 */
const RESPONSE_AGE_MS = 60_000;
/** How often an answer is made at most, where each time another process became the writer meanwhile. */
const TRIES = 3;
/** Bytes of a cached answer besides its text. */
const ENTRY_BYTES = 500;

/** Names under which the answer to a request is kept. */
export interface ResponseNames {
  /** Valid while the store does not change. */
  readonly current: string;
  /** Valid while events are only added to the store. */
  readonly final: string;
  /** The highest block whose answers are kept under the final name. */
  readonly finalBlock: number;
}

/**
 * Answers of one process. An answer is kept while the store is as it was when the answer was made; one that
 * is made of a final block is kept beyond that. Answers do not depend on the caller, so all callers share
 * them. Refusals are never kept.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, SerializedResponse> | undefined;
  readonly #version: TtlValue<StoreVersion>;

  /**
   * @param bytes limit of all kept answers; with 0 none are kept
   * @param isStandby whether the store may change in leaps: a standby that was behind replays a rebuild and
   * its announcement at once
   */
  constructor(
    private readonly versions: StoreVersionReader,
    bytes: number,
    private readonly isStandby = false,
  ) {
    this.#version = new TtlValue(() => versions.now(), VERSION_AGE_MS);
    if (bytes > 0)
      this.#answers = new LRUCache({
        maxSize: bytes,
        // A character takes two bytes at most.
        sizeCalculation: ({ data }, name) => 2 * (data.length + name.length) + ENTRY_BYTES,
        ttl: RESPONSE_AGE_MS,
      });
  }

  /**
   * The names under which the answer to a request target is kept; undefined if none are kept. Rejects while
   * the store has no version, as during a restore, because its answers would be wrong then.
   */
  namesOf(target: string): ResponseNames | undefined | Promise<ResponseNames | undefined> {
    return mapMaybePromise(this.#version.get(), ({ all, folds, finalBlock }) =>
      this.#answers
        ? { current: `${all} ${target}`, final: `final ${folds} ${target}`, finalBlock }
        : undefined,
    );
  }

  /**
   * Makes an answer, and makes it again where rows may have been rebuilt between two of its reads: half of them could be missing. Rejects
   * like `namesOf`.
   */
  async whole<Answer extends ApiResponse<object>>(make: () => Promise<Answer>): Promise<Answer> {
    let { epoch } = await this.#version.get();
    for (let left = TRIES; left > 0; left--) {
      const answer = await make();
      const later = await this.#epoch().catch((error: unknown) => {
        answer.whenLeft?.();
        throw error;
      });
      if (later === epoch) return answer;
      answer.whenLeft?.();
      if (later === undefined) break;
      epoch = later;
    }
    throw NotCovered.unavailable();
  }

  /**
   * The current epoch. On a primary that of the known version suffices, because a rebuild changes no row
   * before all processes have seen the version that announces it.
   */
  async #epoch(): Promise<number | undefined> {
    return this.isStandby ? this.versions.epoch() : (await this.#version.get()).epoch;
  }

  find({ current, final }: ResponseNames): SerializedResponse | undefined {
    return this.#answers?.get(final) ?? this.#answers?.get(current);
  }

  /**
   * Keeps an answer.
   * INVARIANT: the names were taken before the answer was made, so a block that was final then was final when
   * it was made.
   * @param wholeBlock the only block from which the answer is made, if there is one
   */
  keep(names: ResponseNames, answer: SerializedResponse, wholeBlock = Number.POSITIVE_INFINITY): void {
    this.#answers?.set(wholeBlock <= names.finalBlock ? names.final : names.current, answer);
  }
}
