import { type ForkSchedule, forkTime } from '../chain/protocol/fork-schedule.js';

/** Unix seconds of slot 0 of mainnet. */
export const GENESIS_TIME = 1_606_824_023;
export const SLOT_SECONDS = 12;
const SLOTS_PER_EPOCH = 32;

/** Before this slot no beacon block of mainnet has a payload. */
export const MERGE_SLOT = 4_700_013;
/** First slots of the forks of mainnet's consensus layer. */
export const CAPELLA_SLOT = 194_048 * SLOTS_PER_EPOCH;
export const DENEB_SLOT = 269_568 * SLOTS_PER_EPOCH;
export const ELECTRA_SLOT = 364_032 * SLOTS_PER_EPOCH;
export const FULU_SLOT = 411_392 * SLOTS_PER_EPOCH;

/** Mainnet never had so many slots without a block one after another. */
export const MOST_EMPTY_SLOTS = 64;

/** Unix time of a slot of mainnet. */
export function timeOfSlot(slot: number): number {
  return GENESIS_TIME + slot * SLOT_SECONDS;
}

/** The first slot of mainnet at or after a Unix time. */
export function slotFrom(time: number): number {
  return Math.ceil((time - GENESIS_TIME) / SLOT_SECONDS);
}

/** The first slot of Gloas: the two layers fork at the same time. Undefined where that is not known. */
export function gloasSlotOf(forks: ForkSchedule): number | undefined {
  const amsterdam = forkTime(forks, 'amsterdam');
  return amsterdam === undefined ? undefined : slotFrom(amsterdam);
}
