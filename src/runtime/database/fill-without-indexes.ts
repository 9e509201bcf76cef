import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isLockTimeout } from '../../platform/postgres/lock-timeout.js';
import type { BlockPartitions } from '../../platform/postgres/partitions/block-partitions.js';
import { dropReadIndexes, restoreReadIndexes } from '../../platform/postgres/read-indexes.js';
import { dropsIndexes, type FilledPartition, type FillPlan } from './fill-plan.js';

const LOOK_MS = 2_000;

interface FilledDatabase {
  readonly pool: Pool;
  /** Makes the partitions that the fill reaches. */
  readonly partitions: BlockPartitions;
}

/**
 * Runs a fill, without the indexes that only reads need where the plan says so. Indexes of a partition are
 * built when it is full, beside the fill. All others are built at the end, even if the fill has failed, or by the
 * next start if this process is killed. The caller holds the writer's lease.
 */
export async function withoutReadIndexes(
  { pool, partitions }: FilledDatabase,
  plan: FillPlan,
  say: (line: string) => void,
  fill: () => Promise<void>,
): Promise<void> {
  if (dropsIndexes(plan)) await drop(pool, plan, say);
  partitions.bare = plan.partitions.map(({ number }) => number);
  const ended = new AbortController();
  const built = buildBehind(pool, plan.partitions, ended.signal, say);
  try {
    await fill().finally(() => {
      partitions.bare = [];
      ended.abort();
    });
    await built;
  } catch (error) {
    // If the database failed, the fill's own error is the most useful.
    await built.then(() => restore(pool, say)).catch(() => undefined);
    throw error;
  }
  await restore(pool, say);
}

async function drop(pool: Pool, plan: FillPlan, say: (line: string) => void): Promise<void> {
  try {
    const dropped = await dropReadIndexes(pool, {
      undivided: plan.undivided,
      partitions: plan.partitions.map(({ number }) => number),
    });
    if (dropped.length > 0) say(`${dropped.length} indexes that only reads need are built anew at the end`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    say('indexes are kept for current readers: this will take longer');
  }
}

/** Builds the indexes of full partitions, until the signal. What it cannot build is built at the end. */
async function buildBehind(
  pool: Pool,
  partitions: readonly FilledPartition[],
  ended: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  try {
    for (const { number, lastBlock } of partitions) {
      while (!(await isFull(pool, lastBlock))) await setTimeout(LOOK_MS, undefined, { signal: ended });
      await restoreReadIndexes(pool, (name) => say(`building index ${name} of a full partition`), number);
    }
  } catch {
    // The fill has ended, or has failed by the database as well.
  }
}

/** Whether every projector has written the rows of the block. */
async function isFull(pool: Pool, lastBlock: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM canonical_block WHERE number = $1 AND position <= (SELECT min(position) FROM checkpoint)',
    [lastBlock],
  );
  return rowCount === 1;
}

function restore(pool: Pool, say: (line: string) => void): Promise<void> {
  return restoreReadIndexes(pool, (name, done, total) =>
    say(`building index ${name} (${done + 1} of ${total})`),
  );
}
