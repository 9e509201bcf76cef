import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { CommandResponse, ConstructorOptions, Db, Job, PgBoss } from 'pg-boss';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FetchTerms } from './fetch-terms.js';

/**
 * Blocks of a range, the first of which is a multiple of it. Few enough that the packed blocks of one fit into memory, that a kill costs
 * seconds, and that the writer seldom waits for the one it needs next; enough that the queue's ten statements for it cost little beside them.
 */
export const RANGE_BLOCKS = 64;

const QUEUE = 'fetch-range';
/** The shortest that the queue allows: then the range of a process that is silent is given to another one. */
const SILENCE_S = 10;
const OPTIONS = {
  heartbeatSeconds: SILENCE_S,
  expireInSeconds: 43_200,
  retryLimit: 1_000_000,
  deleteAfterSeconds: 60,
};
/** Nothing else of the library is needed: no schedules, no registry of processes, no index maintenance. */
const PARTS: ConstructorOptions = {
  schedule: false,
  registerInstance: false,
  reindex: false,
  monitorVacuum: false,
  openTelemetry: { enabled: false },
};

/** What a range is to be fetched for. */
export interface RangeTask extends BlockRange {
  /** Of the writer that published it. */
  readonly epoch: number;
  readonly terms: FetchTerms;
}

/** A range that this process has taken. */
export interface RangeJob extends RangeTask {
  /** Names it, and the time at which it was taken. */
  readonly attempt: { readonly id: string; readonly retryCount: number };
}

/** Ranges that are to be fetched, lowest first, each by one process at a time. Its tables are those of pg-boss, in a schema of its own. */
export class RangeQueue {
  private constructor(private readonly boss: PgBoss) {}

  /** For the writer: makes the tables where they are missing, and gives ranges of silent processes to others. */
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

  /** For others; undefined while no writer has opened it. @throws Error where that writer has another release of pg-boss */
  static async join(pool: Pool, onError: (error: Error) => void): Promise<RangeQueue | undefined> {
    const boss = await bossOf(pool, onError, { supervise: false, migrate: false, createSchema: false });
    if (!(await boss.isInstalled())) return undefined;
    await boss.start();
    if ((await boss.getQueue(QUEUE)) !== null) return new RangeQueue(boss);
    await boss.stop({ graceful: false });
    return undefined;
  }

  /** @returns their names, by which they are withdrawn */
  async publish(tx: PoolClient, tasks: readonly RangeTask[]): Promise<string[]> {
    const jobs = tasks.map((data) => ({
      id: randomUUID(),
      data,
      // Of the tasks that wait, the one of the highest priority is taken first.
      priority: -Math.floor(data.fromBlock / RANGE_BLOCKS),
    }));
    await this.boss.insert(QUEUE, jobs, { db: dbOf(tx) });
    return jobs.map(({ id }) => id);
  }

  /** The lowest range that nobody has taken. */
  async take(): Promise<RangeJob | undefined> {
    const [job] = await this.boss.fetch<RangeTask>(QUEUE);
    return job && jobOf(job);
  }

  /** Says that it is still worked on. @returns whether this process still has it */
  async touch({ attempt }: RangeJob): Promise<boolean> {
    return isDone(await this.boss.touch(QUEUE, attempt));
  }

  /** Ends it, with a transaction. @returns whether this process still has it: otherwise nothing may be committed */
  async complete({ attempt }: RangeJob, tx?: PoolClient): Promise<boolean> {
    return isDone(await this.boss.complete(QUEUE, attempt, null, tx && { db: dbOf(tx) }));
  }

  /** Another process may take it at once. */
  async giveBack({ attempt }: RangeJob): Promise<void> {
    await this.boss.fail(QUEUE, attempt);
  }

  /** Whoever has it stores nothing from now on. */
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

/** The library is loaded only where ranges are fetched by other processes. */
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

/** The types leave out what a response has. */
function isDone(response: CommandResponse): boolean {
  return (response as { readonly affected?: number }).affected === 1;
}

function jobOf({ id, retryCount, data }: Job<RangeTask>): RangeJob {
  return { ...data, attempt: { id, retryCount } };
}
