import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { type LogReader, readersBehind } from '../../event-store/readers-behind.js';
import { storeIdentity } from '../../platform/postgres/store-identity.js';

/**
 * Why position, epoch and set: every fold runs in the transaction of its events, except that claims follow the log by themselves in a long
 * fill; a rebuild has an epoch of its own; only a set of definitions can become served without either. A database that was restored from a
 * backup counts all of these from there again, with other blocks.
 */
const VERSION = `
SELECT (SELECT max(position) FROM chain_event) AS chain, (SELECT position FROM last_fact_event()) AS fact,
       (SELECT id FROM definition_set WHERE current) AS set, (SELECT epoch FROM writer_epoch) AS epoch,
       (SELECT position FROM checkpoint WHERE reader = 'evaluation') AS evaluated, (SELECT number FROM finality) AS final`;

/** What the store holds. */
export interface StoreVersion {
  /** The same text as before as long as nothing was stored that answers are made from. */
  readonly all: string;
  /** The same text as before as long as nothing was stored but further events. */
  readonly folds: string;
  /** Of the newest writer. Only a new one rebuilds rows. */
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

/** Whether the store is unchanged. */
@Injectable()
export class StoreVersionReader {
  /**
   * @param readers of the log whose rows answers are made from
   * @param isOutdated whether another server has replaced this one, and goes on without it
   */
  constructor(
    private readonly pool: Pool,
    private readonly readers: readonly LogReader[],
    private readonly isOutdated: () => Promise<boolean> = async () => false,
  ) {}

  /**
   * @throws {NotCovered} while the database is being restored, or rows are rebuilt: those there are would be taken for all; and when the
   * server is outdated
   */
  async now(): Promise<StoreVersion> {
    const { rows } = await this.pool.query<VersionRow>({ name: 'store version', text: VERSION });
    const { chain, fact, evaluated, set, epoch, final } = rows[0]!;
    // A database always has one, and a dump has it last: tables are in the order of their names.
    if (epoch === null) throw NotCovered.unavailable();
    if (await this.isOutdated()) throw NotCovered.unavailable();
    await this.#requireWhole();
    const folds = `${await storeIdentity(this.pool)}/${epoch}/${set}`;
    return { all: `${folds}/${chain}/${fact}/${evaluated}`, folds, epoch, finalBlock: final ?? -1 };
  }

  /** Of `now`, at a lower cost. @throws {NotCovered} while rows are rebuilt */
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
