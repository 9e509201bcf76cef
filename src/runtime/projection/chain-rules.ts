import { createHash } from 'node:crypto';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';

/** A digest of what processes that work for one writer are told of its chain, each by its own settings. */
export function chainRules(schedule: ForkSchedule, firstBlock: number): string {
  const text = JSON.stringify([schedule, firstBlock], (_, part) =>
    typeof part === 'bigint' ? `${part}` : part,
  );
  return createHash('sha256').update(text).digest('hex');
}
