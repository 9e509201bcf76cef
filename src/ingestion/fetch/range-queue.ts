import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { CommandResponse, ConstructorOptions, Db, Job, PgBoss } from 'pg-boss';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FetchTerms } from './fetch-terms.js';

/**
 * Blocks of a range; its first block is a multiple of this. Small enough that the packed blocks of a range
 * fit into memory, that a kill costs seconds, and that the writer seldom waits for the next range. Large
 * enough that the ten statements that the queue needs per range cost little.
 */
export const RANGE_BLOCKS = 64;

const QUEUE = 'fetch-range';
/** After this silence, the queue gives a process's range to another one. The queue allows no shorter time. */
const SILENCE_S = 10;
const OPTIONS = {
  heartbeatSeconds: SILENCE_S,
  expireInSeconds: 43_200,
  retryLimit: 1_000_000,
  deleteAfterSeconds: 60,
};
/** Parts of the library that are not needed: schedules, a registry of processes, index maintenance. */
const PARTS: ConstructorOptions = {
  schedule: false,
  registerInstance: false,
  reindex: false,
  monitorVacuum: false,
  openTelemetry: { enabled: false },
};

/** A range to fetch, and the terms for it. */
export interface RangeTask extends BlockRange {
  /** Epoch of the writer that published the range. */
  readonly epoch: number;
  readonly terms: FetchTerms;
}

/** A range that this process has taken. */
export interface RangeJob extends RangeTask {
  /** Identifies the task, and by the retry count when it was taken. */
  readonly attempt: { readonly id: string; readonly retryCount: number };
}

/**
 * Ranges to fetch, lowest first, each by one process at a time. The tables are those of pg-boss, in a schema
 * of its own.
 */
export class RangeQueue {
  private constructor(private readonly boss: PgBoss) {}

  /** Opens the queue as the writer: creates missing tables, and reassigns ranges of silent processes. */
  static async open(pool: Pool, onError: (error: Error) => void): Promise<RangeQueue> {
    const boss = await bossOf(pool, onError, {
      supervise: true,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      maintenanceIntervalSeconds: 60,
    });
    await boss.start();
    await boss.createQueue(QUEUE, OPTIONS);
    return new RangeQueue(boss);
  }

  /**
   * Opens the queue as a fetcher; undefined while no writer has opened it.
   * @throws Error where the writer has another release of pg-boss
   */
  static async join(pool: Pool, onError: (error: Error) => void): Promise<RangeQueue | undefined> {
    const boss = await bossOf(pool, onError, { supervise: false, migrate: false, createSchema: false });
    if (!(await boss.isInstalled())) return undefined;
    await boss.start();
    if ((await boss.getQueue(QUEUE)) !== null) return new RangeQueue(boss);
    await boss.stop({ graceful: false });
    return undefined;
  }

  /** @returns names by which the ranges can be withdrawn */
  async publish(tx: PoolClient, tasks: readonly RangeTask[]): Promise<string[]> {
    const jobs = tasks.map((data) => ({
      id: randomUUID(),
      data,
      // Among waiting tasks, the highest priority is taken first.
      priority: -Math.floor(data.fromBlock / RANGE_BLOCKS),
    }));
    await this.boss.insert(QUEUE, jobs, { db: dbOf(tx) });
    return jobs.map(({ id }) => id);
  }

  /** Takes the lowest range that nobody has taken. */
  async take(): Promise<RangeJob | undefined> {
    const [job] = await this.boss.fetch<RangeTask>(QUEUE);
    return job && jobOf(job);
  }

  /** Reports that the range is still being fetched. @returns whether this process still has it */
  async touch({ attempt }: RangeJob): Promise<boolean> {
    return isDone(await this.boss.touch(QUEUE, attempt));
  }

  /** Completes the range in a transaction. @returns whether this process still had it; if not, roll back */
  async complete({ attempt }: RangeJob, tx?: PoolClient): Promise<boolean> {
    return isDone(await this.boss.complete(QUEUE, attempt, null, tx && { db: dbOf(tx) }));
  }

  /** Returns the range; another process may take it at once. */
  async giveBack({ attempt }: RangeJob): Promise<void> {
    await this.boss.fail(QUEUE, attempt);
  }

  /** Withdraws a range. A process that has it can no longer store its blocks. */
  async withdraw(tx: PoolClient, id: string): Promise<void> {
    await this.boss.deleteJob(QUEUE, id, { db: dbOf(tx) });
  }

  async empty(): Promise<void> {
    await this.boss.deleteAllJobs(QUEUE);
  }

  close(): Promise<void> {
    return this.boss.stop({ graceful: false });
  }
}

/** Loads the library only where it is needed: most processes have no fetchers. */
async function bossOf(
  pool: Pool,
  onError: (error: Error) => void,
  options: ConstructorOptions,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...PARTS, ...options, db: dbOf(pool) });
  boss.on('error', onError);
  return boss;
}

function dbOf(client: Pool | PoolClient): Db {
  return { executeSql: (text, values) => client.query(text, values) };
}

/** The library's type lacks the field. */
function isDone(response: CommandResponse): boolean {
  return (response as { readonly affected?: number }).affected === 1;
}

function jobOf({ id, retryCount, data }: Job<RangeTask>): RangeJob {
  return { ...data, attempt: { id, retryCount } };
}
