import { MalformedField } from '../../chain/codec/malformed-field.js';
import { BATCH_LENGTH } from '../canonical-roots.js';
import type { BeaconProof } from '../header-proof.js';
import {
  BLOCK_HASH_FIELD,
  BODY_FIELD,
  blockFields,
  bodyFields,
  layoutAt,
  PAYLOAD_FIELD,
  payloadFields,
} from './signed-block-layout.js';
import { splitFields } from './split-ssz.js';
import { fieldRoots, merkleRoot, siblingsOf } from './ssz-root.js';
import { bytes, container } from './ssz-type.js';

/** Roots of the beacon blocks of an era, by slot; an empty slot has that of the block before it. */
export type EraRoots = readonly Buffer[];

/** Root of an era since Capella: `block_summary_root`. */
export function eraRoot(roots: EraRoots): Buffer {
  return merkleRoot(roots, BATCH_LENGTH);
}

/**
 * Makes the proof of the payload of a beacon block, Capella to Fulu.
 *
 * @param signed SSZ of a `SignedBeaconBlock`
 * @param roots of its era
 * @throws MalformedField
 */
export function makeHeaderProof(signed: Buffer, slot: number, roots: EraRoots): BeaconProof {
  const fork = layoutAt(slot);
  if (fork === undefined) throw new MalformedField('slot', 'is of before Capella');
  const [block] = splitFields([container(...blockFields(fork)), bytes(96)], signed);
  const blockParts = splitFields(blockFields(fork), block!);
  const bodyParts = splitFields(bodyFields(fork), blockParts[BODY_FIELD]!);
  const levels = [
    { roots: fieldRoots(payloadFields(fork), bodyParts[PAYLOAD_FIELD]!), at: BLOCK_HASH_FIELD },
    { roots: fieldRoots(bodyFields(fork), blockParts[BODY_FIELD]!), at: PAYLOAD_FIELD },
    { roots: fieldRoots(blockFields(fork), block!), at: BODY_FIELD },
  ];
  return {
    type: fork === 'capella' ? 2 : 3,
    slot,
    executionBranch: levels.flatMap((level) => siblingsOf(level.roots, level.at)),
    beaconRoot: merkleRoot(levels.at(-1)!.roots, levels.at(-1)!.roots.length),
    beaconBranch: siblingsOf(roots, slot % BATCH_LENGTH, BATCH_LENGTH),
  };
}
