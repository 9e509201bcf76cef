import type { Header } from '../chain/record/block.js';
import { BATCH_LENGTH, type CanonicalRoots } from './canonical-roots.js';
import type { BeaconProof, EpochProof, HeaderProof } from './header-proof.js';
import { CAPELLA_SLOT, DENEB_SLOT, MERGE_SLOT, timeOfSlot } from './mainnet-slots.js';
import { branchRoot } from './merkle-branch.js';

/** The proof does not show that the header is on Ethereum's chain. */
export class ProofFails extends Error {
  override readonly name = 'ProofFails';
}

/** The root that the proof should lead to is not known. */
export class RootUnknown extends Error {
  override readonly name = 'RootUnknown';
}

/** The first block of proof of stake. */
const MERGE_BLOCK = 15_537_394;

/**
 * Position of the payload's block hash among the nodes of its depth in a beacon block: generalized index
 * 3228, since Deneb 6444. In Gloas it is that of the parent block hash in the bid, 25384.
 */
const POSITIONS = {
  1: 3_228 - 2 ** 11,
  2: 3_228 - 2 ** 11,
  3: 6_444 - 2 ** 12,
  4: 25_384 - 2 ** 14,
} as const;

/**
 * Checks that a header is on Ethereum's chain, by a proof that leads to a trusted root.
 *
 * The layout of a beacon block depends on its fork. So the slot decides which type of proof is accepted:
 * under another layout, a proof could lead to bytes that a proposer chose.
 *
 * @param hash keccak of the header's bytes, as the caller computed it
 * @throws ProofFails
 * @throws RootUnknown
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
  if (number >= MERGE_BLOCK) throw new ProofFails(`block ${number} is not before the merge`);
  const epoch = Math.floor(number / BATCH_LENGTH);
  const root = roots.epochs[epoch];
  if (root === undefined) throw new RootUnknown(`the root of epoch ${epoch} is not known`);
  // The leaf is the hash in [hash, total difficulty]; the list's length is mixed in at the root.
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
  if (number < MERGE_BLOCK) throw new ProofFails(`block ${number} is before the merge`);
  if (type !== typeAt(slot, roots.gloasSlot))
    throw new ProofFails(`a proof of type ${type} is not one of slot ${slot}`);
  // In Gloas the proof is from the beacon block of a later payload, which names this block as its parent.
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
