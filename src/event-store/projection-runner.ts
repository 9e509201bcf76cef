import type { Pool, PoolClient } from 'pg';
import type { ChainEvent } from '../domain/event/chain-event.js';
import { publicationOf } from '../platform/postgres/publication.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { runsOfKind } from './apply-events.js';
import { applyTogether } from './apply-together.js';
import { ChainLog } from './chain-log.js';
import { decodeEvent } from './event-codec.js';
import type { Projector, UpgradeStep } from './projector.js';
import { readFromBy } from './projector-order.js';
import type { Fence } from './writer-lease.js';

/** Position of a projector in the log, counted in events. */
export interface CatchUpProgress {
  readonly projector: string;
  readonly position: number;
  readonly end: number;
}

const EVENTS_PER_STEP = 50;
/** Position of a reader whose rows must be removed before it starts again. A first fill starts at 0. */
const CONDEMNED = -1;
/** Until a rebuilt reader is at this position, it does not have all of its rows. */
const END_OF_LOG = '(SELECT coalesce(max(position), 0) FROM chain_event)';

/** Brings projectors from their checkpoints to the end of the log. */
export class ProjectionRunner {
  /** @param log connections that read events ahead, outside the transaction of a step */
  constructor(
    private readonly pool: Pool,
    private readonly lease: Fence,
    private readonly log = pool,
  ) {}

  /** Applies every event after the projector's checkpoint; a new projector starts at the first event. */
  async catchUp(
    projector: Projector,
    progress: (at: CatchUpProgress) => void = () => undefined,
    said: (what: string) => void = () => undefined,
  ): Promise<void> {
    // Another process may have written since this one last did.
    projector.resetCache?.();
    await this.pool.query(
      'INSERT INTO checkpoint (reader, position, epoch) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING',
      [projector.name, this.lease.epoch],
    );
    await this.#clearCondemned(projector);
    await this.#upgrade(projector, said);
    const end = await new ChainLog(this.pool).end();
    await this.advance(
      [projector],
      () => end,
      (position) => progress({ projector: projector.name, position, end }),
    );
  }

  /**
   * Moves projectors that have the same position to `end`, together; each step is a transaction.
   *
   * @param projectors in reading order
   * @param end of the log, which may grow meanwhile
   */
  async advance(
    projectors: readonly Projector[],
    end: () => number,
    onStep: (position: number) => void = () => undefined,
  ): Promise<void> {
    // Another process or thread may have died in its last step.
    await publicationOf(this.pool)?.settle();
    let position = await this.#positionOf(projectors[0]!);
    let ahead: Promise<ChainEvent[]> | undefined;
    while (position < end()) {
      const events = await (ahead ?? this.#after(position, end()));
      const reached = events[events.length - 1]?.position ?? position;
      // The next events are read and decoded while PostgreSQL works for this step: events never change.
      ahead = reached < end() ? this.#after(reached, end()) : undefined;
      ahead?.catch(() => undefined);
      await inTransaction(this.pool, (tx) => this.#step(tx, projectors, events, { position, reached }));
      position = reached;
      onStep(position);
    }
  }

  /** Reads no events after `end`: during a commit, a cluster may show an event before its payload. */
  async #after(position: number, end: number): Promise<ChainEvent[]> {
    const limit = Math.min(EVENTS_PER_STEP, end - position);
    return (await new ChainLog(this.log).after(position, limit)).map(decodeEvent);
  }

  /** Call before a rebuild: rows folded from incomplete sources would stay incomplete. */
  async catchUpSources(projector: Projector, projectors: readonly Projector[]): Promise<void> {
    for (const source of readFromBy(projector, projectors)) await this.catchUp(source);
  }

  /** Call after a rebuild: readers may have to redo what they made of the projector's rows. */
  async catchUpReaders(projector: Projector, projectors: readonly Projector[]): Promise<void> {
    for (const reader of projectors)
      if (readFromBy(reader, projectors).includes(projector)) await this.catchUp(reader);
  }

  /**
   * Empties the read model and folds the whole log into it again. The next `catchUp` continues a run that
   * ends early.
   *
   * @param noticed awaited before the first row is removed, when the checkpoint already shows the reader as
   * behind
   */
  async rebuild(
    projector: Projector,
    progress?: (at: CatchUpProgress) => void,
    noticed: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      await tx.query(
        `INSERT INTO checkpoint (reader, position, epoch, whole_from) VALUES ($1, ${CONDEMNED}, $2, ${END_OF_LOG})
         ON CONFLICT (reader)
         DO UPDATE SET position = excluded.position, epoch = excluded.epoch, whole_from = excluded.whole_from`,
        [projector.name, this.lease.epoch],
      );
    });
    await noticed();
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

  /** A projector that is rewound at the beginning of the log has nothing to apply: its upgrade is done. */
  async #upgradeStep(tx: PoolClient, projector: Projector): Promise<UpgradeStep | undefined> {
    await this.lease.assertHeld(tx);
    const step = await projector.upgradeStep?.(tx);
    const isDone = step?.rewind && !(await this.#rewind(tx, projector));
    return isDone ? undefined : step;
  }

  async #clearCondemned(projector: Projector): Promise<void> {
    if ((await this.#positionOf(projector)) !== CONDEMNED) return;
    await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      await projector.clear(tx);
      // An empty log: nothing will move the checkpoint.
      if ((await new ChainLog(tx).end()) === 0) await this.#rewind(tx, projector);
    });
  }

  /** @returns whether the projector was elsewhere */
  async #rewind(tx: PoolClient, { name }: Projector): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE checkpoint SET position = 0, epoch = $2, whole_from = ${END_OF_LOG} WHERE reader = $1 AND position <> 0`,
      [name, this.lease.epoch],
    );
    return rowCount === 1;
  }

  async #step(
    tx: PoolClient,
    projectors: readonly Projector[],
    events: readonly ChainEvent[],
    { position, reached }: { readonly position: number; readonly reached: number },
  ): Promise<void> {
    await this.lease.assertHeld(tx);
    // Only blocks are joined: the log does not say which other events came in one flush.
    const runs = runsOfKind(events, (kind) => kind === 'BlockAppended');
    for (const run of runs)
      await applyTogether(projectors, tx, run, { isFill: true, isWhole: runs.length === 1 });
    const moved = await tx.query(
      'UPDATE checkpoint SET position = $1, epoch = $2 WHERE reader = ANY($3) AND position = $4',
      [reached, this.lease.epoch, projectors.map(({ name }) => name), position],
    );
    if (moved.rowCount !== projectors.length)
      throw new Error(
        `the checkpoint of ${projectors.map(({ name }) => name).join(' or ')} was moved by someone else`,
      );
  }

  async #positionOf(projector: Projector): Promise<number> {
    const { rows } = await this.pool.query<{ position: number }>(
      'SELECT position FROM checkpoint WHERE reader = $1',
      [projector.name],
    );
    return rows[0]!.position;
  }
}
