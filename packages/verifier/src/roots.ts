import { epochs, eras } from 'shipped:canonicity';
import type { CanonicalRoots } from '../../../src/domain/canonicity/canonical-roots.js';
import { gloasSlotOf } from '../../../src/domain/canonicity/mainnet-slots.js';
import type { ForkSchedule } from '../../../src/domain/chain/protocol/fork-schedule.js';

const ROOT_BYTES = 32;

let roots: CanonicalRoots | undefined;

/** The roots of the consensus layer. They are a module of their own because they are large. */
export function rootsBy(forks: ForkSchedule): CanonicalRoots {
  if (roots === undefined) {
    const gloasSlot = gloasSlotOf(forks);
    roots = {
      epochs: nodesOf(epochs.base64),
      eras: new Map(nodesOf(eras.base64).map((root, at) => [eras.first + at, root])),
      ...(gloasSlot !== undefined && { gloasSlot }),
    };
  }
  return roots;
}

function nodesOf(base64: string): Buffer[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / ROOT_BYTES }, (_, at) =>
    bytes.subarray(at * ROOT_BYTES, (at + 1) * ROOT_BYTES),
  );
}
