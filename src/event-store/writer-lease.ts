import type { Pool, PoolClient } from 'pg';

/** Key of the advisory lock that makes one process the writer of chain 1: the bytes of "chain" and the chain id. */
const LOCK_KEY = '0x636861696e0001';

/** Another process holds the lease, or has taken it since: two must not write. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused';
}

/** The connection that held the lease is gone; the lease may be taken anew. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The right to write events: an advisory lock held by a connection of its own, and an epoch that every transaction checks.
 * The lock keeps a second writer out; the epoch stops a first one that lost its connection without noticing.
 */
export class WriterLease {
  #lost: Error | undefined;

  private constructor(
    private readonly holder: PoolClient,
    readonly epoch: number,
  ) {
    holder.on('error', (error) => {
      this.#lost = error;
    });
  }

  /** Takes the lease, waiting up to `waitMs` for a writer that is just going away; throws `LeaseRefused`. */
  static async take(pool: Pool, waitMs: number): Promise<WriterLease> {
    const holder = await pool.connect();
    try {
      const until = Date.now() + waitMs;
      while (!(await tryLock(holder))) {
        if (Date.now() >= until) throw new LeaseRefused('another process is ingesting into this database');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const { rows } = await holder.query<{ epoch: number }>(
        'UPDATE writer_epoch SET epoch = epoch + 1 RETURNING epoch',
      );
      return new WriterLease(holder, rows[0]!.epoch);
    } catch (error) {
      holder.release(true);
      throw error;
    }
  }

  /** Fails the transaction unless this lease is still the newest: throws `LeaseLost` or `LeaseRefused`. Holds the row, so that no newer one can be given before it ends. */
  async assertHeld(tx: PoolClient): Promise<void> {
    if (this.#lost) throw new LeaseLost(`the connection that held the lease is gone: ${this.#lost.message}`);
    const { rows } = await tx.query<{ epoch: number }>('SELECT epoch FROM writer_epoch FOR SHARE');
    if (rows[0]?.epoch !== this.epoch) throw new LeaseRefused('another process has become the writer');
  }

  async release(): Promise<void> {
    if (this.#lost) return this.holder.release(this.#lost);
    await this.holder.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    this.holder.release();
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    BigInt(LOCK_KEY).toString(),
  ]);
  return rows[0]?.locked === true;
}
