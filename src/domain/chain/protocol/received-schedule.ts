import type { ForkSchedule } from './fork-schedule.js';

/** A fork schedule that came from another thread: structured cloning turns each `Buffer` into plain bytes. */
export function receivedSchedule(cloned: ForkSchedule): ForkSchedule {
  return {
    ...cloned,
    forks: cloned.forks.map((fork) => ({
      ...fork,
      systemContracts: fork.systemContracts.map((address) => Buffer.from(address)),
    })),
  };
}
