import { createHash } from 'node:crypto';
import type { CanonicalRoots } from '../../src/domain/canonicity/canonical-roots.js';
import type { BeaconProof } from '../../src/domain/canonicity/header-proof.js';
import { branchRoot } from '../../src/domain/canonicity/merkle-branch.js';

/** Position and depth of the payload's block hash in a beacon block, by type of proof. */
const PLACES = { 1: [1_180, 11], 2: [1_180, 11], 3: [2_348, 12], 4: [9_000, 14] } as const;

/** A proof over made-up nodes that a beacon block at this slot has the hash in its payload, and the roots that it leads to. */
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

/** 32 bytes derived from a name. */
export function madeNode(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

function branch(length: number, name: string): Buffer[] {
  return Array.from({ length }, (_, depth) => madeNode(`${name} ${depth}`));
}
