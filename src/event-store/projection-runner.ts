import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/postgres/transaction.js';
import { applyEvents, runsOfKind } from './apply-events.js';
import { ChainLog } from './chain-log.js';
import { decodeEvent } from './event-codec.js';
import type { Projector, UpgradeStep } from './projector.js';
import type { WriterLease } from './writer-lease.js';

/** Position of a projector in the log, counted in events. */
export interface CatchUpProgress {
  readonly projector: string;
  readonly position: number;
  readonly end: number;
}

const EVENTS_PER_STEP = 50;

/** Brings projectors from their checkpoints to the end of the log. */
export class ProjectionRunner {
  constructor(
    private readonly pool: Pool,
    private readonly lease: WriterLease,
  ) {}

  /** Handles every event after the projector's checkpoint; a projector never seen before starts at the first. */
  async catchUp(
    projector: Projector,
    progress: (at: CatchUpProgress) => void = () => undefined,
    said: (what: string) => void = () => undefined,
  ): Promise<void> {
    // Another process may have written since it last did.
    projector.resetCache?.();
    await this.pool.query(
      'INSERT INTO checkpoint (reader, position, epoch) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING',
      [projector.name, this.lease.epoch],
    );
    await this.#upgrade(projector, said);
    const end = await new ChainLog(this.pool).end();
    let position = await this.#positionOf(projector);
    while (position < end) {
      position = await inTransaction(this.pool, (tx) => this.#step(tx, projector, position));
      progress({ projector: projector.name, position, end });
    }
  }

  /** Empties the read model and folds the whole log into it again. */
  async rebuild(projector: Projector, progress?: (at: CatchUpProgress) => void): Promise<void> {
    await this.#clear(projector);
    await this.catchUp(projector, progress);
  }

  async #upgrade(projector: Projector, said: (what: string) => void): Promise<void> {
    if (!(await inTransaction(this.pool, async (tx) => projector.needsUpgrade?.(tx)))) return;
    for (;;) {
      const step = await inTransaction(this.pool, (tx) => this.#upgradeStep(tx, projector));
      if (!step) return;
      said(step.said);
    }
  }

  /** A projector that is rewound at the beginning of the log has nothing to apply again: its upgrade is done. */
  async #upgradeStep(tx: PoolClient, projector: Projector): Promise<UpgradeStep | undefined> {
    await this.lease.assertHeld(tx);
    const step = await projector.upgradeStep?.(tx);
    const isDone = step?.rewind && !(await this.#rewind(tx, projector));
    return isDone ? undefined : step;
  }

  async #clear(projector: Projector): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      await projector.clear(tx);
      await this.#rewind(tx, projector);
    });
  }

  /** Returns whether the projector had applied any event. */
  async #rewind(tx: PoolClient, { name }: Projector): Promise<boolean> {
    const { rowCount } = await tx.query(
      'UPDATE checkpoint SET position = 0, epoch = $2 WHERE reader = $1 AND position > 0',
      [name, this.lease.epoch],
    );
    return rowCount === 1;
  }

  async #step(tx: PoolClient, projector: Projector, position: number): Promise<number> {
    await this.lease.assertHeld(tx);
    const events = (await new ChainLog(tx).after(position, EVENTS_PER_STEP)).map(decodeEvent);
    // Only blocks are joined: what else came in one flush is not stored.
    for (const run of runsOfKind(events, (kind) => kind === 'BlockAppended'))
      await applyEvents(projector, tx, run, { isFill: true });
    const reached = events[events.length - 1]?.position ?? position;
    const moved = await tx.query(
      'UPDATE checkpoint SET position = $1, epoch = $2 WHERE reader = $3 AND position = $4',
      [reached, this.lease.epoch, projector.name, position],
    );
    if (moved.rowCount !== 1)
      throw new Error(`the checkpoint of ${projector.name} was moved by someone else`);
    return reached;
  }

  async #positionOf(projector: Projector): Promise<number> {
    const { rows } = await this.pool.query<{ position: number }>(
      'SELECT position FROM checkpoint WHERE reader = $1',
      [projector.name],
    );
    return rows[0]!.position;
  }
}
