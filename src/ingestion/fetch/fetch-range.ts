import type { Pool } from 'pg';
import { type FetchedBlock, keepFetched } from '../../event-store/fetched-block.table.js';
import { fenceOf } from '../../event-store/writer-lease.js';
import { knownState } from '../../platform/postgres/migration-state.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { fetchAhead } from '../backfill/fetch-ahead.js';
import type { BlockWorkers } from '../worker/block-workers.js';
import type { RangeJob, RangeQueue } from './range-queue.js';

/** Several intervals fit into the time after which the queue considers a process silent. */
const TOUCH_MS = 2_000;

/** The range was given to another process, or is no longer needed. */
export class RangeLost extends Error {
  override readonly name = 'RangeLost';
  constructor({ fromBlock, toBlock }: RangeJob) {
    super(`blocks ${fromBlock} to ${toBlock} are no longer ours to fetch`);
  }
}

export interface RangeFetching {
  readonly queue: RangeQueue;
  readonly pool: Pool;
  readonly threads: BlockWorkers;
  /** Of this process. */
  readonly name: string;
}

/**
 * Fetches, verifies and stores the blocks of a range, all in one transaction or none.
 *
 * INVARIANT: nothing is stored unless this process still has the range, the writer that published it is still
 * the newest, and the schema is that of this release.
 *
 * @throws RangeLost
 * @throws Error of any other failure, after the range was given back
 */
export async function fetchRange(
  { queue, pool, threads, name }: RangeFetching,
  job: RangeJob,
  signal: AbortSignal,
): Promise<void> {
  let isLost = false;
  const touching = setInterval(() => {
    // If the database does not answer, storing the blocks fails.
    queue.touch(job).then(
      (isOurs) => {
        isLost = !isOurs;
      },
      () => undefined,
    );
  }, TOUCH_MS);
  try {
    const blocks: FetchedBlock[] = [];
    const fetch = (number: number) => threads.encoded(number);
    for await (const { number, packed, node } of fetchAhead(
      job.fromBlock,
      job.toBlock,
      threads.width,
      fetch,
    )) {
      signal.throwIfAborted();
      if (isLost) throw new RangeLost(job);
      blocks.push({ number, process: name, node, payload: packed });
    }
    await inTransaction(pool, async (tx) => {
      await fenceOf(job.epoch).assertHeld(tx);
      await knownState(tx);
      if (!(await queue.complete(job, tx))) throw new RangeLost(job);
      await keepFetched(tx, blocks);
    });
  } catch (error) {
    if (!(error instanceof RangeLost)) await queue.giveBack(job).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(touching);
  }
}
