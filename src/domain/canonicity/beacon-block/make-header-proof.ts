import { MalformedField } from '../../chain/codec/malformed-field.js';
import { BATCH_LENGTH } from '../canonical-roots.js';
import type { BeaconProof } from '../header-proof.js';
import { merkleRoot, siblingsOf } from '../merkle-root.js';
import { layoutAt, type Step, stepsToHash } from './signed-block-layout.js';
import { splitFields } from './split-ssz.js';
import { fieldBranch, sszRoot } from './ssz-root.js';
import { bytes } from './ssz-type.js';

/** Roots of the beacon blocks of an era, by slot; an empty slot repeats the root of the block before it. */
export type EraRoots = readonly Buffer[];

const TYPES = { capella: 2, deneb: 3, electra: 3, gloas: 4 } as const;

/** Root of an era since Capella: `block_summary_root`. */
export function eraRoot(roots: EraRoots): Buffer {
  return merkleRoot(roots, BATCH_LENGTH);
}

/**
 * Makes the proof for the execution block that a beacon block carries; since Gloas, for the parent of that
 * block.
 *
 * @param signed SSZ of a `SignedBeaconBlock`, Capella or later
 * @param slot slot of the beacon block
 * @param roots roots of its era
 * @param gloasSlot first slot of Gloas, where its time is known
 * @throws MalformedField
 */
export function makeHeaderProof(
  signed: Buffer,
  slot: number,
  roots: EraRoots,
  gloasSlot?: number,
): BeaconProof {
  const fork = layoutAt(slot, gloasSlot);
  if (fork === undefined) throw new MalformedField('slot', 'is of before Capella');
  const [block, ...below] = stepsToHash(fork) as [Step, ...Step[]];
  const [message] = splitFields([block.type, bytes(96)], signed) as [Buffer];
  let ssz = message;
  const branches = [block, ...below].map(({ type, field }) => {
    const branch = fieldBranch(type, field, ssz);
    ssz = splitFields(type.fields, ssz)[field]!;
    return branch;
  });
  return {
    type: TYPES[fork],
    slot,
    executionBranch: branches.reverse().flat(),
    beaconRoot: sszRoot(block.type, message),
    beaconBranch: siblingsOf(roots, slot % BATCH_LENGTH, BATCH_LENGTH),
  };
}
