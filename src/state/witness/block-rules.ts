import { type Fork, type ForkSchedule, isForkActive } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { executionFork } from '../execution/run/execution-fork.js';
import { type ForkRules, forkRules } from '../execution/run/fork-rules.js';

/** Fields of headers, and the fork since which headers have them. */
const SINCE = {
  withdrawalsRoot: 'shanghai',
  parentBeaconBlockRoot: 'cancun',
  requestsHash: 'prague',
  blockAccessListHash: 'amsterdam',
} as const;

/**
 * The fork of a block by the schedule, and what its code runs by: undefined where the reference has no such
 * rules. It is also undefined where the header has a field of a later fork: that one has begun on the chain,
 * and the schedule does not know when.
 */
export function blockRules(
  schedule: ForkSchedule,
  header: Header,
): { readonly fork: Fork; readonly rules: ForkRules | undefined } {
  const fork = executionFork(schedule, header);
  const isOlder = Object.entries(SINCE).some(
    ([field, name]) =>
      header[field as keyof typeof SINCE] !== undefined && !isForkActive(schedule, name, header.timestamp),
  );
  if (isOlder) return { fork: { ...fork, name: `a fork after ${fork.name}` }, rules: undefined };
  return { fork, rules: forkRules(schedule, fork) };
}
