import type { Header } from '../chain/record/block.js';
import { BATCH_LENGTH, type CanonicalRoots } from './canonical-roots.js';
import type { BeaconProof, EpochProof, HeaderProof } from './header-proof.js';
import { CAPELLA_SLOT, DENEB_SLOT, MERGE_SLOT, timeOfSlot } from './mainnet-slots.js';
import { branchRoot } from './merkle-branch.js';

/** A proof that does not show that a header is Ethereum's. */
export class ProofFails extends Error {
  override readonly name = 'ProofFails';
}

/** There is no root to hold a proof against. */
export class RootUnknown extends Error {
  override readonly name = 'RootUnknown';
}

/** The first block of proof of stake. */
const MERGE_BLOCK = 15_537_394;

/**
 * Where the hash of the payload is within a beacon block, as position among the nodes of its depth: generalized indices 3228, 6444 and, of
 * the parent's hash that the bid of Gloas names, 25384.
 */
const POSITIONS = {
  1: 3_228 - 2 ** 11,
  2: 3_228 - 2 ** 11,
  3: 6_444 - 2 ** 12,
  4: 25_384 - 2 ** 14,
} as const;

/**
 * Checks that a header is Ethereum's, by a proof and roots that are.
 *
 * The layout of a beacon block is that of its fork, and so the slot decides which type of proof is read: read by another layout, a proof
 * could lead to bytes that a proposer chose.
 *
 * @param hash of the header: keccak of its bytes, as the caller has computed it
 * @throws ProofFails, RootUnknown
 */
export function verifyHeaderProof(
  hash: Buffer,
  header: Pick<Header, 'number' | 'timestamp'>,
  proof: HeaderProof,
  roots: CanonicalRoots,
): void {
  if (proof.type === 0) verifyEpochProof(hash, header, proof, roots);
  else verifyBeaconProof(hash, header, proof, roots);
}

function verifyEpochProof(
  hash: Buffer,
  { number }: Pick<Header, 'number'>,
  proof: EpochProof,
  roots: CanonicalRoots,
): void {
  if (number >= MERGE_BLOCK) throw new ProofFails(`block ${number} is not of before the merge`);
  const epoch = Math.floor(number / BATCH_LENGTH);
  const root = roots.epochs[epoch];
  if (root === undefined) throw new RootUnknown(`the root of epoch ${epoch} is not known`);
  // A record is [hash, total difficulty]; the root of the list has its length on the right.
  if (!branchRoot(hash, proof.epochBranch, (number % BATCH_LENGTH) * 2).equals(root))
    throw new ProofFails(`epoch ${epoch} does not have it as block ${number}`);
}

function verifyBeaconProof(
  hash: Buffer,
  { number, timestamp }: Pick<Header, 'number' | 'timestamp'>,
  proof: BeaconProof,
  roots: CanonicalRoots,
): void {
  const { type, slot, beaconRoot, beaconBranch, executionBranch } = proof;
  if (number < MERGE_BLOCK) throw new ProofFails(`block ${number} is of before the merge`);
  if (type !== typeAt(slot, roots.gloasSlot))
    throw new ProofFails(`a proof of type ${type} is not one of slot ${slot}`);
  // Since Gloas the beacon block is that of a later payload, which names this one as its parent.
  const isOfItsTime = type === 4 ? timeOfSlot(slot) > timestamp : timeOfSlot(slot) === timestamp;
  if (!isOfItsTime) throw new ProofFails(`slot ${slot} is not of the time of block ${number}`);
  if (!branchRoot(hash, executionBranch, POSITIONS[type]).equals(beaconRoot))
    throw new ProofFails(`the beacon block of slot ${slot} does not have it`);
  const era = Math.floor(slot / BATCH_LENGTH);
  const root = roots.eras.get(era);
  if (root === undefined) throw new RootUnknown(`the root of era ${era} is not known`);
  if (!branchRoot(beaconRoot, beaconBranch, slot % BATCH_LENGTH).equals(root))
    throw new ProofFails(`era ${era} does not have the beacon block of slot ${slot}`);
}

/** The type of proof by the fork of a slot. */
function typeAt(slot: number, gloasSlot = Number.POSITIVE_INFINITY): HeaderProof['type'] | undefined {
  if (slot >= gloasSlot) return 4;
  if (slot >= DENEB_SLOT) return 3;
  if (slot >= CAPELLA_SLOT) return 2;
  return slot >= MERGE_SLOT ? 1 : undefined;
}
