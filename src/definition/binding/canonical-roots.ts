import { readFileSync } from 'node:fs';
import { type CanonicalRoots, readRoots } from '../../domain/canonicity/canonical-roots.js';
import { gloasSlotOf } from '../../domain/canonicity/mainnet-slots.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';

/** Reads the roots of the consensus layer that the release has below a directory, usually `definitions/`. */
export function readCanonicalRoots(directory: string, forks: ForkSchedule): CanonicalRoots {
  const read = (name: string) => readRoots(readFileSync(`${directory}/canonicity/${name}.txt`, 'latin1'));
  const gloasSlot = gloasSlotOf(forks);
  return {
    epochs: [...read('epochs').values()],
    eras: read('eras'),
    ...(gloasSlot !== undefined && { gloasSlot }),
  };
}
