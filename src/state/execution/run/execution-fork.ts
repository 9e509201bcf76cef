import type { Fork, ForkSchedule } from '../../../domain/chain/protocol/fork-schedule.js';

/** When a block is, by number and Unix seconds. */
interface BlockTime {
  readonly number: number;
  readonly timestamp: number;
}

/** The fork whose rules the code of a block runs by. Forks that change only blob parameters are passed over. */
export function executionFork(schedule: ForkSchedule, { number, timestamp }: BlockTime): Fork {
  const isActive = ({ activation }: Fork) =>
    activation !== 'undated' &&
    ('block' in activation ? activation.block <= number : activation.timestamp <= timestamp);
  const fork = schedule.forks.findLast(
    (candidate) => isActive(candidate) && !/^bpo\d+$/.test(candidate.name),
  );
  if (fork === undefined) throw new RangeError(`no fork of the schedule has begun at block ${number}`);
  return fork;
}
