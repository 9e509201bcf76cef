import { createHash } from 'node:crypto';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';

/**
 * A digest of the chain's rules as a process is told them by its own settings. Processes that work for one
 * writer must agree on it.
 */
export function chainRules(schedule: ForkSchedule, firstBlock: number): string {
  const text = JSON.stringify([schedule, firstBlock], (_, part) =>
    typeof part === 'bigint' ? `${part}` : part,
  );
  return createHash('sha256').update(text).digest('hex');
}
