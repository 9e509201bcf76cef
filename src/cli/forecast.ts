import type { VerifiedSource } from '../ingestion/verified-source.js';
import { encodeBundle } from '../kernel/chain/bundle.js';

/** Stored bytes (log, rows and indexes) for each byte of bundle, as measured over the benchmark's blocks. */
const STORED_PER_BUNDLE_BYTE = 2.3;
const SAMPLES = 8;

export interface Forecast {
  readonly blocks: number;
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * What ingesting a range will take, from a few of its blocks read and verified now. The time is for one block after another, so the
 * run itself, which reads ahead, is rather faster. Throws `SourceExhausted` when a sampled block cannot be had.
 */
export async function forecastRange(source: VerifiedSource, from: number, to: number): Promise<Forecast> {
  const blocks = to - from + 1;
  const started = performance.now();
  let bundleBytes = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = from + Math.floor(((blocks - 1) * sample) / (SAMPLES - 1));
    bundleBytes += encodeBundle(await source.block(number, true)).length;
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    blocks,
    bytes: (bundleBytes / SAMPLES) * blocks * STORED_PER_BUNDLE_BYTE,
    seconds: (seconds / SAMPLES) * blocks,
  };
}
