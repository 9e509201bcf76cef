import type { Address } from '../../domain/chain/hex.js';

const DIGITS = 8;
/** More than four have not been measured. */
const MOST_SHARDS = 8;
const LEAST_WORKERS = 4;

/** The number of the shard that has a subject, from the end of its address: addresses are hashes. */
export function shardOf(subject: Address, shards: number): number {
  return Number.parseInt(subject.slice(-DIGITS), 16) % shards;
}

/** How many shards a fill has beside so many threads for blocks. With one shard, no thread is started. */
export function shardsBeside(workers: number): number {
  return workers < LEAST_WORKERS ? 1 : Math.min(MOST_SHARDS, Math.floor(workers / 2));
}

/** How many shards a machine has that does nothing else, beside the thread with the transaction. */
export function shardsAlone(cores: number): number {
  return Math.max(1, Math.min(MOST_SHARDS, cores - 1));
}
