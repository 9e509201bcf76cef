import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { FoundNode } from '../../node/execution/reach-nodes.js';
import type { NodeRefusal } from '../../node/rpc/node-refusal.js';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly nodes: readonly FoundNode[];
  readonly schedule: ForkSchedule;
  /** Number of the chain's first block, which no worker is asked for. */
  readonly firstBlock: number;
}

/** Number of a settled block. */
export type WorkerTask = number;

/** A message of a worker: one of the last three for each task, in any order. */
export type WorkerMessage =
  | { readonly kind: 'refused'; readonly what: string; readonly refusal: NodeRefusal }
  | {
      readonly kind: 'block';
      readonly number: number;
      readonly bundle: Uint8Array;
      readonly packed: Uint8Array;
      /** Name of the node that gave the block. */
      readonly node: string;
      readonly verifySeconds: number;
    }
  | {
      readonly kind: 'exhausted';
      readonly number: number;
      readonly what: string;
      readonly refusals: readonly NodeRefusal[];
    }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: string };
