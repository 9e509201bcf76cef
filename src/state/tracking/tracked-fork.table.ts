import type { PoolClient } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { executionFork } from '../execution/run/execution-fork.js';

/** The blocks within spans from which on other rules of execution hold. */
export class TrackedForkTable {
  constructor(private readonly schedule: ForkSchedule) {}

  /**
   * Adds the forks that begin in new consecutive blocks or in the block that follows them.
   *
   * @param span that the new blocks are in now: their neighbours count only if they are in it
   */
  async add(tx: PoolClient, blocks: readonly VerifiedBlock[], span: BlockRange): Promise<void> {
    const times = blocks.map(({ header: { number, timestamp } }) => ({ number, timestamp }));
    const [first, last] = [times[0]!.number, times.at(-1)!.number];
    const neighbours = [first - 1, last + 1].filter((one) => one >= span.fromBlock && one <= span.toBlock);
    const { rows } = await tx.query<{ number: number; timestamp: number }>({
      name: 'times of blocks',
      text: 'SELECT number, timestamp FROM block WHERE number = ANY($1)',
      values: [neighbours],
    });
    for (const { number, timestamp } of rows)
      times.push({ number: Number(number), timestamp: Number(timestamp) });
    times.sort((one, other) => one.number - other.number);
    const forks = times.map((time) => executionFork(this.schedule, time).name);
    const begun = times.filter((_, at) => at > 0 && forks[at] !== forks[at - 1]).map(({ number }) => number);
    if (begun.length > 0)
      await tx.query('INSERT INTO tracked_fork SELECT unnest($1::int8[]) ON CONFLICT DO NOTHING', [begun]);
  }

  /** Ascending, without the first block of the span: nothing is tracked before it. */
  async within(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<number[]> {
    const { rows } = await tx.query<{ block: number }>({
      name: 'forks within',
      text: 'SELECT first_block AS block FROM tracked_fork WHERE first_block > $1 AND first_block <= $2 ORDER BY 1',
      values: [fromBlock, toBlock],
    });
    return rows.map(({ block }) => Number(block));
  }

  async unwind(tx: PoolClient, from: number, to: number): Promise<void> {
    await tx.query('DELETE FROM tracked_fork WHERE first_block BETWEEN $1 AND $2', [from, to + 1]);
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE tracked_fork');
  }
}
