import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { type LogReader, readersBehind } from '../../event-store/readers-behind.js';
import { storeIdentity } from '../../platform/postgres/store-identity.js';

/**
 * Position, epoch and set identify the content. Every fold runs in the transaction of its events, except that
 * claims follow by themselves in a long fill. A rebuild has its own epoch. A definition set can become
 * current without either. A database restored from a backup counts all of these again from there, with other
 * blocks; so the identity of the store is added.
 */
const VERSION = `
SELECT (SELECT max(position) FROM chain_event) AS chain, (SELECT position FROM last_fact_event()) AS fact,
       (SELECT id FROM definition_set WHERE current) AS set, (SELECT epoch FROM writer_epoch) AS epoch,
       (SELECT position FROM checkpoint WHERE reader = 'evaluation') AS evaluated, (SELECT number FROM finality) AS final`;

/** Identifies what the store holds. */
export interface StoreVersion {
  /** Unchanged as long as nothing was stored that answers depend on. */
  readonly all: string;
  /** Unchanged as long as nothing but new events was stored. */
  readonly folds: string;
  /** Epoch of the newest writer. Only a new writer rebuilds rows. */
  readonly epoch: number;
  /** No block up to this one will be replaced; -1 where none is final. */
  readonly finalBlock: number;
}

interface VersionRow {
  readonly chain: number | null;
  readonly fact: number;
  readonly evaluated: number | null;
  readonly set: number | null;
  readonly epoch: number | null;
  readonly final: number | null;
}

/** Tells whether the store has changed. */
@Injectable()
export class StoreVersionReader {
  /**
   * @param readers of the log whose rows answers depend on
   * @param isOutdated whether another database server has replaced this one
   */
  constructor(
    private readonly pool: Pool,
    private readonly readers: readonly LogReader[],
    private readonly isOutdated: () => Promise<boolean> = async () => false,
  ) {}

  /**
   * @throws {NotCovered} while the database is being restored, while rows are being rebuilt, because those
   * present would look complete, and when the database server is outdated
   */
  async now(): Promise<StoreVersion> {
    const { rows } = await this.pool.query<VersionRow>({ name: 'store version', text: VERSION });
    const { chain, fact, evaluated, set, epoch, final } = rows[0]!;
    // A complete database has an epoch. A dump restores its table last, because it orders tables by name.
    if (epoch === null) throw NotCovered.unavailable();
    if (await this.isOutdated()) throw NotCovered.unavailable();
    await this.#requireWhole();
    const folds = `${await storeIdentity(this.pool)}/${epoch}/${set}`;
    return { all: `${folds}/${chain}/${fact}/${evaluated}`, folds, epoch, finalBlock: final ?? -1 };
  }

  /** Only the epoch of `now`, at a lower cost. @throws {NotCovered} while rows are being rebuilt */
  async epoch(): Promise<number | undefined> {
    const [{ rows }] = await Promise.all([
      this.pool.query<{ epoch: number }>({ name: 'newest epoch', text: 'SELECT epoch FROM writer_epoch' }),
      this.#requireWhole(),
    ]);
    return rows[0]?.epoch;
  }

  async #requireWhole(): Promise<void> {
    if ((await readersBehind(this.pool, this.readers)).length > 0) throw NotCovered.unavailable();
  }
}
