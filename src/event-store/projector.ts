import type { PoolClient } from 'pg';
import type { ChainEventKind, ChainEventOf } from '../domain/event/chain-event.js';

/** Kinds with a handler; orphaned blocks are unwound. */
export type HandledKind = Exclude<ChainEventKind, 'BlockOrphaned'>;

/** How the events of a call reach a projector. */
export interface EventFlow {
  /** More blocks follow at once: work that only readers of the head need may wait. */
  readonly isFill: boolean;
  /** The transaction applies these events alone. */
  readonly isWhole?: boolean;
}

/** What a projector does with events of the kinds that it handles, in the order of the log. */
export type EventHandlers = {
  readonly [Kind in HandledKind]?: (
    tx: PoolClient,
    events: readonly ChainEventOf<Kind>[],
    flow: EventFlow,
  ) => Promise<void>;
};

/**
 * Folds the chain events into a read model. All methods but `resetCache` run in the transaction that also
 * moves the projector's checkpoint.
 *
 * INVARIANT: rows depend on nothing but the events and the tables of `readsFrom`, so that a rebuild gives the
 * same rows.
 */
export interface Projector {
  /** Name of the checkpoint, and the argument of `rebuild`. */
  readonly name: string;
  /**
   * Names of the projectors whose tables this one reads. They apply the same events first. While this
   * projector alone catches up, their tables may already reflect later events.
   */
  readonly readsFrom?: readonly string[];
  /** Blocks ascend inside a range, but ranges may come in any order. */
  readonly on: EventHandlers;
  /** Removes the blocks `from` to `to`, both inclusive, as if they had never been applied. */
  unwind(tx: PoolClient, from: number, to: number): Promise<void>;
  /** Empties the read model. */
  clear(tx: PoolClient): Promise<void>;
  /** Drops cached rows, because a transaction did not commit or another process may have written. */
  resetCache?(): void;
  /** Whether rules of an earlier version made the rows. */
  needsUpgrade?(tx: PoolClient): Promise<boolean>;
  /** Takes one upgrade step. @returns undefined when no upgrade is needed */
  upgradeStep?(tx: PoolClient): Promise<UpgradeStep | undefined>;
}

export interface UpgradeStep {
  /** Text for the log. */
  readonly said: string;
  /** Whether the read model was emptied, so that the projector must apply the whole log again. */
  readonly rewind?: boolean;
}
