import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isLocked } from '../platform/postgres/advisory-lock.js';
import { publicationOf } from '../platform/postgres/publication.js';
import { endSilentSessions } from './silent-sessions.js';

/** Key of the advisory lock that makes one process the writer: "chain" in bytes, and the chain id, 1. */
const LOCK_KEY = 0x636861696e0001n;

/** Another process holds the lease, or has taken it since: two must not write. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused';
}

/** The connection that held the lease is lost. This process may take the lease again. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Lets transactions write only while no other process has become the writer. */
export interface Fence {
  /** Number of the writer; each new writer gets a higher one. */
  readonly epoch: number;
  /**
   * Fails the transaction unless this epoch is still the newest. Locks the epoch's row, so that no other
   * process can become the writer before the transaction ends.
   *
   * @throws LeaseLost
   * @throws LeaseRefused
   */
  assertHeld(tx: PoolClient): Promise<void>;
}

/** Whether a process holds the lease of a database. A standby does not see it. */
export function isLeaseHeld(db: Pool | PoolClient): Promise<boolean> {
  return isLocked(db, LOCK_KEY);
}

/** The epoch of the newest writer. */
export async function newestEpoch(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ epoch: number }>('SELECT epoch FROM writer_epoch');
  return rows[0]!.epoch;
}

/** SQLSTATE where a row to be locked has changed since the snapshot of the transaction. */
const CHANGED_SINCE = '40001';

/** Undefined where a newer writer took over since the snapshot of the transaction. */
async function heldEpoch(tx: PoolClient): Promise<number | undefined> {
  try {
    const { rows } = await tx.query<{ epoch: number }>('SELECT epoch FROM writer_epoch FOR SHARE');
    return rows[0]?.epoch;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== CHANGED_SINCE) throw error;
    return undefined;
  }
}

/** The fence of a lease that another thread or process holds. */
export function fenceOf(epoch: number): Fence {
  return {
    epoch,
    async assertHeld(tx) {
      if ((await heldEpoch(tx)) !== epoch) throw new LeaseRefused('another process has become the writer');
    },
  };
}

/**
 * The right to write events: an advisory lock held by a connection of its own, and an epoch that every
 * transaction checks. The lock keeps a second writer out; the epoch stops a former writer that lost its
 * connection unnoticed.
 */
export class WriterLease implements Fence {
  readonly #fence: Fence;

  private constructor(
    private readonly holder: Holder,
    readonly epoch: number,
  ) {
    this.#fence = fenceOf(epoch);
  }

  /**
   * Takes the lease. Waits up to `waitMs` for a writer that is just stopping, and for absent nodes of a
   * cluster; `signal` ends both waits.
   * @throws LeaseRefused
   */
  static async take(pool: Pool, waitMs: number, signal?: AbortSignal): Promise<WriterLease> {
    const holder = new Holder(await pool.connect());
    try {
      const until = performance.now() + waitMs;
      while (!(await holder.tryLock())) {
        if (performance.now() >= until || signal?.aborted)
          throw new LeaseRefused('another process is ingesting into this database');
        await setTimeout(200);
      }
      // They lock the epoch's row, which would keep every new writer out.
      await endSilentSessions(pool);
      const epoch = await holder.nextEpoch();
      // Absent nodes do not yet show what the writer before committed.
      await publicationOf(pool)?.settle(signal);
      return new WriterLease(holder, epoch);
    } catch (error) {
      holder.release();
      throw error;
    }
  }

  async assertHeld(tx: PoolClient): Promise<void> {
    if (this.holder.lost)
      throw new LeaseLost(`the connection that held the lease is gone: ${this.holder.lost.message}`);
    await this.#fence.assertHeld(tx);
  }

  release(): void {
    this.holder.release();
  }
}

/** The connection that holds the lock. It may break at any time, even during the wait for the lock. */
class Holder {
  lost: Error | undefined;

  constructor(private readonly client: PoolClient) {
    client.on('error', this.#note);
  }

  readonly #note = (error: Error): void => {
    this.lost = error;
  };

  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [LOCK_KEY],
    );
    return rows[0]?.locked === true;
  }

  async nextEpoch(): Promise<number> {
    const { rows } = await this.client.query<{ epoch: number }>(
      'UPDATE writer_epoch SET epoch = epoch + 1 RETURNING epoch',
    );
    return rows[0]!.epoch;
  }

  /** Closes the connection, and so frees the lock. The pool does not reuse it. */
  release(): void {
    this.client.release(true);
  }
}
