import { LRUCache } from 'lru-cache';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { TtlValue } from '../../platform/clock/ttl-value.js';
import type { StoreVersion, StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import type { ApiResponse } from './method/api-response.js';
import type { SerializedResponse } from './serialized-response.js';

/** How long the store is assumed unchanged, milliseconds: a caller may see a new block that much later than without a cache. */
export const VERSION_AGE_MS = 1_000;
/** Answers that do not come from the chain log alone, such as those from a graph that lags behind it, are kept no longer than this. */
const RESPONSE_AGE_MS = 60_000;
/** How often an answer is made at most, where each time another process became the writer meanwhile. */
const TRIES = 3;
/** Bytes of a cached answer beside its text. */
const ENTRY_BYTES = 500;

/** Where the answer to a request is kept. */
export interface ResponseNames {
  /** As long as the store stays as it is. */
  readonly current: string;
  /** As long as nothing but events is added to it. */
  readonly final: string;
  /** The highest block whose answers are kept under the final name. */
  readonly finalBlock: number;
}

/**
 * Answers of one process, kept while the store they were made from stays as it was; those that are made of a final block, beyond that. An
 * answer does not depend on who asks, so all callers share them; refusals are never kept.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, SerializedResponse> | undefined;
  readonly #version: TtlValue<StoreVersion>;

  /**
   * @param bytes that kept answers may take; with 0 none are kept.
   * @param isStandby what answers are made from may leap: a standby that was behind replays a rebuild and its announcement at once
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
        // Two bytes a character at most.
        sizeCalculation: ({ data }, name) => 2 * (data.length + name.length) + ENTRY_BYTES,
        ttl: RESPONSE_AGE_MS,
      });
  }

  /**
   * The names under which the answer to a request target is kept; `undefined` when none are kept. Rejects while the store has no version,
   * as when it is being restored: then nothing that it answers is true.
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

  /** A rebuild waits with its first row until everybody has seen a version that announces it, except on a standby. */
  async #epoch(): Promise<number | undefined> {
    return this.isStandby ? this.versions.epoch() : (await this.#version.get()).epoch;
  }

  find({ current, final }: ResponseNames): SerializedResponse | undefined {
    return this.#answers?.get(final) ?? this.#answers?.get(current);
  }

  /**
   * INVARIANT: the names were taken before the answer was made. A block that was final then is final in what the answer was made from.
   * @param wholeBlock the block of which alone the answer is made, if so
   */
  keep(names: ResponseNames, answer: SerializedResponse, wholeBlock = Number.POSITIVE_INFINITY): void {
    this.#answers?.set(wholeBlock <= names.finalBlock ? names.final : names.current, answer);
  }
}
