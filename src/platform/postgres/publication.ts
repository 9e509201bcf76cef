import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { createPool } from './pool.js';

/** Key of the advisory lock of a publisher: the bytes of "publish". */
const LOCK = 0x7075626c697368n;
const SETTLE_MS = 500;
/** How often a waiting connection sends something within the time after which silence would end it. */
const SIGNS_OF_LIFE = 4;

/** Nodes that still have a prepared transaction of this database, or do not answer. */
const UNSETTLED = `
SELECT count(*) FILTER (WHERE NOT success OR result <> '0')::int4 AS nodes
FROM run_command_on_workers('SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()')`;

/**
 * Commits transactions on many nodes so that readers can tell: nodes show a transaction one after the other.
 * The sequence is odd meanwhile; a reader that finds it even, and the same afterwards, has read all of it or
 * nothing of it (`readWhole`).
 *
 * INVARIANT: the sequence is even only while no node has a transaction that is prepared and not ended. So it
 * stays odd when a process, the coordinator or a node dies in between, until somebody publishes or `settle`
 * runs, and all nodes have ended their transactions.
 */
export class Publication {
  /**
   * One publication at a time in this process. The lock excludes other processes, and ends with its
   * connection.
   */
  readonly #pool: Pool;

  /** @param silenceMs how long a process that froze, or whose machine was lost, keeps others waiting */
  constructor(
    url: string,
    private readonly silenceMs = 60_000,
  ) {
    const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0, connectTimeoutMs: 0 };
    this.#pool = createPool(url, { max: 1, ...limits, silenceTimeoutMs: silenceMs });
  }

  /** @param commit ends a transaction; when it throws, the transaction may have been committed all the same */
  async publish(commit: () => Promise<{ readonly isWhole: boolean }>): Promise<void> {
    await this.#alone(async (client) => {
      await this.#settle(client);
      await mark(client, 1);
      const { isWhole } = await this.#beside(client, commit).catch(async (error: unknown) => {
        await this.#settle(client).catch(() => undefined);
        throw error;
      });
      if (isWhole) await mark(client, 0);
      else await this.#settle(client);
    });
  }

  /** Runs `work` while nobody publishes. Writers wait until it ends. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#alone(async (client) => {
      await this.#settle(client);
      return this.#beside(client, work);
    });
  }

  /**
   * Settles what a publisher that died has left. Waits, until the signal, for nodes that have transactions to
   * end.
   */
  async settle(signal?: AbortSignal): Promise<void> {
    if (isEven(await sequenceOf(this.#pool))) return;
    await this.#alone((client) => this.#settle(client, signal));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #alone<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let failed = true;
    try {
      // A mark needs no flush of its own: the next commit flushes it as well.
      await client.query(`SELECT pg_advisory_lock($1), set_config('synchronous_commit', 'off', false)`, [
        LOCK,
      ]);
      const result = await work(client);
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
      failed = false;
      return result;
    } finally {
      client.removeListener('error', ignore);
      // After a failure the connection is closed, which releases the lock.
      client.release(failed);
    }
  }

  /** The result of `work` on another connection. Meanwhile this connection shows that the process lives. */
  async #beside<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
    const ended = new AbortController();
    const worked = work().finally(() => ended.abort());
    worked.catch(() => undefined);
    const pause = { ref: false, signal: ended.signal };
    while (await setTimeout(this.silenceMs / SIGNS_OF_LIFE, true, pause).catch(() => false))
      await client.query('').catch(() => undefined);
    return worked;
  }

  async #settle(client: PoolClient, signal?: AbortSignal): Promise<void> {
    if (isEven(await sequenceOf(client))) return;
    for (;;) {
      await client.query('SELECT recover_prepared_transactions()').catch(() => undefined);
      const { rows } = await client.query<{ nodes: number }>(UNSETTLED);
      if (rows[0]!.nodes === 0) break;
      await setTimeout(SETTLE_MS, undefined, signal && { signal });
    }
    await mark(client, 0);
  }
}

async function mark(client: PoolClient, parity: 0 | 1): Promise<void> {
  await client.query('UPDATE publication SET sequence = sequence + 1 WHERE sequence % 2 <> $1', [parity]);
}

export async function sequenceOf(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ sequence: number }>({
    name: 'publication',
    text: 'SELECT sequence FROM publication',
  });
  return rows[0]!.sequence;
}

const isEven = (sequence: number): boolean => sequence % 2 === 0;

const published = new WeakMap<Pool, Publication>();

/** From now on, transactions of the pool are published. */
export function publishOf(pool: Pool, publication: Publication): void {
  published.set(pool, publication);
}

export const publicationOf = (pool: Pool): Publication | undefined => published.get(pool);
