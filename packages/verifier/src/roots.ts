import { files } from 'shipped:canonicity';
import { readCanonicalRoots } from '../../../src/definition/binding/canonical-roots.js';
import type { CanonicalRoots } from '../../../src/domain/canonicity/canonical-roots.js';
import type { ForkSchedule } from '../../../src/domain/chain/protocol/fork-schedule.js';
import { ship } from './shim/files.js';

let roots: CanonicalRoots | undefined;

/** The roots of the consensus layer, a part of its own, as it is large. */
export function rootsBy(forks: ForkSchedule): CanonicalRoots {
  if (roots === undefined) {
    ship(files);
    roots = readCanonicalRoots('.', forks);
  }
  return roots;
}
