import { LRUCache } from 'lru-cache';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { TtlValue } from '../../platform/clock/ttl-value.js';
import type { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import type { SerializedResponse } from './serialized-response.js';

/** How long what the store has come to is taken for known, milliseconds: what a caller may see later than without a cache. */
const VERSION_AGE_MS = 1_000;
/** Answers that do not come from the event log alone, such as those from a graph that lags behind it, are kept no longer than this. */
const RESPONSE_AGE_MS = 60_000;
/** Bytes of a cached answer beside its text. */
const ENTRY_BYTES = 500;

/**
 * Answers of one process, kept while the store they were made from stays as it was. An answer does not depend on who asks, so
 * all callers share them; refusals are never kept.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, SerializedResponse> | undefined;
  readonly #version: TtlValue<string>;

  /** @param bytes that kept answers may take; with 0 none are kept. */
  constructor(versions: StoreVersionReader, bytes: number) {
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
   * Under which name the answer to a request target is kept, as long as the store stays as it is.
   * @returns `undefined` when none are kept.
   */
  nameOf(target: string): string | undefined | Promise<string> {
    if (!this.#answers) return undefined;
    return mapMaybePromise(this.#version.get(), (version) => `${version} ${target}`);
  }

  find(name: string): SerializedResponse | undefined {
    return this.#answers?.get(name);
  }

  keep(name: string, answer: SerializedResponse): void {
    this.#answers?.set(name, answer);
  }
}
