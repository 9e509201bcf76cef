import { encodeBundle } from '../../domain/chain/codec/bundle.js';
import { type BlockRange, blockCount } from '../../domain/interval/block-range.js';
import type { VerifiedSource } from '../../ingestion/append/verified-source.js';

/** Stored bytes (log, rows, indexes) for each byte of bundle: 359 MB for 169 MB over the 1,000 blocks of the benchmark. */
const STORED_PER_BUNDLE_BYTE = 2.1;
const SAMPLES = 8;

export interface Forecast {
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * A forecast for ingesting these ranges, from a few of their blocks read and verified now. The time is for one block after another; the run
 * itself reads ahead and is faster. Throws `SourceExhausted` when a sampled block is not available.
 */
export async function forecastRanges(
  source: VerifiedSource,
  ranges: readonly BlockRange[],
): Promise<Forecast> {
  const blocks = blockCount(ranges);
  const started = performance.now();
  let bundleBytes = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = nthBlock(ranges, Math.floor(((blocks - 1) * sample) / (SAMPLES - 1)));
    bundleBytes += encodeBundle(await source.block(number, true)).length;
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    bytes: (bundleBytes / SAMPLES) * blocks * STORED_PER_BUNDLE_BYTE,
    seconds: (seconds / SAMPLES) * blocks,
  };
}

/** The block at a place, from 0, when the ranges are put one after another. */
export function nthBlock(ranges: readonly BlockRange[], place: number): number {
  let left = place;
  for (const { fromBlock: from, toBlock: to } of ranges) {
    if (from + left <= to) return from + left;
    left -= to - from + 1;
  }
  throw new RangeError(`the ranges hold no block at place ${place}`);
}
