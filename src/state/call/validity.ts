import type { Pool } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { executionFork } from '../execution/run/execution-fork.js';
import type { AnsweredPlace } from '../history/requested-state.js';

/** Blocks at whose ends a result is the same. */
export interface Validity {
  readonly sinceBlock: number;
  readonly throughBlock: number;
}

/** The blocks in which all of these places have the values that they have at the end of one. */
export function placesUnchanged(block: number, places: readonly AnsweredPlace[]): Validity {
  const known = places.flatMap(({ answer }) => (answer.known ? [answer] : []));
  if (known.length === 0) return { sinceBlock: block, throughBlock: block };
  return {
    sinceBlock: Math.max(...known.map(({ since }) => since)),
    throughBlock: Math.min(...known.map(({ through }) => through)),
  };
}

const TIMESTAMP = 'SELECT timestamp FROM block WHERE number = $1';

/** The part of these stored blocks in which the rules of the same fork hold as in `block`. */
export async function withinFork(
  pool: Pool,
  schedule: ForkSchedule,
  block: number,
  { sinceBlock, throughBlock }: Validity,
): Promise<Validity> {
  const forkAt = async (number: number): Promise<string> => {
    const { rows } = await pool.query<{ timestamp: string }>({
      name: 'time of block',
      text: TIMESTAMP,
      values: [number],
    });
    return executionFork(schedule, { number, timestamp: Number(rows[0]!.timestamp) }).name;
  };
  const fork = await forkAt(block);
  /** The last block from `has` towards `mayHave` that has the fork. */
  const furthest = async (has: number, mayHave: number): Promise<number> => {
    if ((await forkAt(mayHave)) === fork) return mayHave;
    let [inside, outside] = [has, mayHave];
    while (Math.abs(outside - inside) > 1) {
      const middle = Math.trunc((inside + outside) / 2);
      if ((await forkAt(middle)) === fork) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return {
    sinceBlock: await furthest(block, sinceBlock),
    throughBlock: await furthest(block, throughBlock),
  };
}
