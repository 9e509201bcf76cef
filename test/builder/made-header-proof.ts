import { createHash } from 'node:crypto';
import type { CanonicalRoots } from '../../src/domain/canonicity/canonical-roots.js';
import type { BeaconProof } from '../../src/domain/canonicity/header-proof.js';
import { branchRoot } from '../../src/domain/canonicity/merkle-branch.js';

/** Place and depth of the hash of a payload in a beacon block, by type of proof. */
const PLACES = { 1: [1_180, 11], 2: [1_180, 11], 3: [2_348, 12], 4: [9_000, 14] } as const;

/** A proof of made-up nodes that the beacon block of a slot has this hash, and roots to which it leads. */
export function madeHeaderProof(
  hash: Buffer,
  type: BeaconProof['type'],
  slot: number,
): { proof: BeaconProof; roots: CanonicalRoots } {
  const [position, depth] = PLACES[type];
  const executionBranch = branch(depth, 'execution');
  const beaconBranch = branch(type === 1 ? 14 : 13, 'beacon');
  const beaconRoot = branchRoot(hash, executionBranch, position);
  const era = Math.floor(slot / 8_192);
  return {
    proof: { type, slot, executionBranch, beaconBranch, beaconRoot },
    roots: { epochs: [], eras: new Map([[era, branchRoot(beaconRoot, beaconBranch, slot % 8_192)]]) },
  };
}

/** Any 32 bytes, by a name. */
export function madeNode(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

function branch(length: number, name: string): Buffer[] {
  return Array.from({ length }, (_, depth) => madeNode(`${name} ${depth}`));
}
