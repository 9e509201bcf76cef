import type { PoolClient } from 'pg';
import type {
  BlockAppended,
  PriceImported,
  QueueSampled,
  ReadRecorded,
} from '../domain/event/chain-event.js';

/**
 * A read model's fold over the chain events. All but `forget` run inside the transaction that also moves the projector's checkpoint, and
 * must depend on nothing but their arguments and the projector's own tables: rebuilding gives the same rows. One that reads the tables of
 * those before it in the list finds there what they made of the same events, or of later ones while it alone is caught up.
 */
export interface Projector {
  /** Name of the checkpoint, and what `rebuild` is asked for. */
  readonly name: string;
  /** Adds blocks. Ascending inside a range, but ranges may come in any order. */
  handle(tx: PoolClient, blocks: readonly BlockAppended[]): Promise<void>;
  /** Forgets the blocks `from` to `to`, both inclusive, as if they had never been handled. */
  unwind(tx: PoolClient, from: number, to: number): Promise<void>;
  /** Empties the read model. */
  clear(tx: PoolClient): Promise<void>;
  /** Takes in state-read results for canonical blocks. */
  record?(tx: PoolClient, reads: readonly ReadRecorded[]): Promise<void>;
  /** Takes in the validator queues of epochs. */
  sample?(tx: PoolClient, samples: readonly QueueSampled[]): Promise<void>;
  /** Takes in prices of another source than the chain. */
  takePrices?(tx: PoolClient, imported: readonly PriceImported[]): Promise<void>;
  /** Drops what is remembered of its tables: a transaction did not commit, or another process may have written since. */
  resetCache?(): void;
  /** Whether what is stored was made by other rules than today's. */
  needsUpgrade?(tx: PoolClient): Promise<boolean>;
  /** Takes one upgrade step. @returns a log line, or undefined when no upgrade is needed */
  upgradeStep?(tx: PoolClient): Promise<string | undefined>;
}
