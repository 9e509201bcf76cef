import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { OwnThread } from '../../platform/thread/own-thread.js';
import type { EngineNumbers } from '../store/engine-numbers.js';
import { type Channel, Peer } from './peer.js';
import type { KeysQuestion, ShardQuestion, ShardSettings } from './shard-messages.js';
import type { RunningShards, ShardListener } from './shards.js';

export type ShardThreadsOptions = Pick<ShardSettings, 'databaseUrl' | 'shards' | 'isDemo' | 'firstBlock'>;

/** Starts a thread for each shard. */
export function startShardThreads(
  options: ShardThreadsOptions,
  numbers: EngineNumbers,
  listener: ShardListener,
): RunningShards {
  // Only the thread that writes proofs numbers their templates.
  const settings = { ...options, numbers: { ...numbers, proofTemplates: new Map() } };
  const threads: Worker[] = [];
  let isEnded = false;
  const shards = portsBetween(options.shards).map((others, shard) => {
    const workerData: ShardSettings = { ...settings, shard, others };
    const transferList = [...others.values()];
    const thread = new OwnThread(new URL('./shard-worker.js', import.meta.url), { workerData, transferList });
    thread.unref();
    threads.push(thread);
    const peer = new Peer<ShardQuestion>(thread as Channel, ({ keys }: KeysQuestion) => listener.keys(keys));
    let reason = 'it exited';
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', () => {
      if (!isEnded) listener.onLost();
      peer.lose(new Error(`a thread that evaluates a part of the subjects died: ${reason}`));
    });
    return peer;
  });
  return {
    shards,
    end() {
      isEnded = true;
      for (const thread of threads) void thread.terminate();
    },
  };
}

/** For each shard, the ports to the others, by their numbers. */
function portsBetween(shards: number): readonly ReadonlyMap<number, MessagePort>[] {
  const ports = Array.from({ length: shards }, () => new Map<number, MessagePort>());
  for (let one = 0; one < shards; one++)
    for (let other = one + 1; other < shards; other++) {
      const { port1, port2 } = new MessageChannel();
      ports[one]!.set(other, port1);
      ports[other]!.set(one, port2);
    }
  return ports;
}
