import type { Pool, PoolClient } from 'pg';
import type { BlockAppended, ChainEvent } from '../domain/event/chain-event.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { ChainLog, decodeEvent } from './chain-log.js';
import type { Projector } from './projector.js';
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
    await this.#upgradeStep(projector, said);
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

  async #upgradeStep(projector: Projector, said: (what: string) => void): Promise<void> {
    const needsUpgrade = await inTransaction(
      this.pool,
      async (tx) => (await projector.needsUpgrade?.(tx)) ?? false,
    );
    for (let isRenewed = !needsUpgrade; !isRenewed; ) {
      const done = await inTransaction(this.pool, async (tx) => {
        await this.lease.assertHeld(tx);
        return projector.upgradeStep?.(tx);
      });
      if (done === undefined) isRenewed = true;
      else said(done);
    }
  }

  async #clear(projector: Projector): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      await projector.clear(tx);
      await tx.query('UPDATE checkpoint SET position = 0, epoch = $2 WHERE reader = $1', [
        projector.name,
        this.lease.epoch,
      ]);
    });
  }

  async #step(tx: PoolClient, projector: Projector, position: number): Promise<number> {
    await this.lease.assertHeld(tx);
    const events = (await new ChainLog(tx).after(position, EVENTS_PER_STEP)).map(decodeEvent);
    await fold(tx, projector, events);
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

/** Hands the events to a projector in order, blocks that follow one another together. */
async function fold(tx: PoolClient, projector: Projector, events: readonly ChainEvent[]): Promise<void> {
  let blocks: BlockAppended[] = [];
  const handleBlocks = async (): Promise<void> => {
    if (blocks.length > 0) await projector.handle(tx, blocks);
    blocks = [];
  };
  for (const event of events) {
    if (event.kind === 'BlockAppended') blocks.push(event);
    else await handleBlocks();
    if (event.kind === 'ReadRecorded') await projector.record?.(tx, [event]);
    if (event.kind === 'QueueSampled') await projector.sample?.(tx, [event]);
    if (event.kind === 'PriceImported') await projector.takePrices?.(tx, [event]);
    if (event.kind === 'BlockOrphaned') await projector.unwind(tx, event.number, event.number);
  }
  await handleBlocks();
}
