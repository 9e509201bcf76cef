import { BATCH_LENGTH } from '../canonical-roots.js';
import { branchRoot } from '../merkle-branch.js';
import { ProofFails } from '../verify-header-proof.js';
import { isSigned } from './committee-signature.js';
import {
  beaconHeaderRoot,
  blockHashOf,
  committeeRoot,
  payloadHeaderRoot,
  signingRoot,
} from './hash-tree-root.js';
import {
  type Bootstrap,
  COMMITTEE_SIZE,
  type CommitteeUpdate,
  type FinalityUpdate,
  type LightClientHeader,
  type SyncCommittee,
} from './light-client-data.js';

/** What signatures of a beacon chain depend on. */
export interface BeaconChain {
  readonly genesisValidatorsRoot: Buffer;
  /** Version of each fork by its first slot, ascending. */
  readonly forks: readonly (readonly [slot: number, version: Buffer])[];
  readonly denebSlot: number;
  readonly electraSlot: number;
  /** Absent where its time is not known: then no data of Gloas is accepted. */
  readonly gloasSlot?: number;
}

/** Light-client data that leads from a checkpoint to a final block. */
export interface LightClientProof {
  readonly bootstrap: Bootstrap;
  /** One for each period from that of the bootstrap to the one before the last. */
  readonly updates: readonly CommitteeUpdate[];
  readonly finality: FinalityUpdate;
}

/** What is final if the checkpoint is on Ethereum's chain. */
export interface Followed {
  /** Root of the beacon block that the proof starts from. */
  readonly checkpoint: Buffer;
  /** Hash of the newest final execution block. */
  readonly blockHash: Buffer;
}

/**
 * Follows sync committees from a beacon block to a later final one, as the light-client protocol of the
 * consensus specification does, but without a clock. Two thirds of each committee must have signed, as the
 * protocol asks of a normal update.
 *
 * @throws ProofFails
 * @throws MalformedField
 */
export function followChain(
  { bootstrap, updates, finality }: LightClientProof,
  chain: BeaconChain,
): Followed {
  requireForm(bootstrap.header, chain, 'the checkpoint');
  const checkpoint = requireHeader(bootstrap.header, chain, 'the checkpoint');
  let period = periodOf(bootstrap.header.beacon.slot);
  let committee = bootstrap.committee;
  const { depth, position } = committeePlace(bootstrap.header, chain).current;
  requireBranch(
    committeeRoot(committee),
    bootstrap.committeeBranch,
    position,
    bootstrap.header.beacon.stateRoot,
    `the checkpoint does not have this committee`,
    depth,
  );
  const checkSignatures: (() => void)[] = [];
  for (const update of updates) {
    checkSignatures.push(requireFinality(update, committee, chain, `the update of period ${period}`));
    committee = nextCommittee(update, period, chain);
    period++;
  }
  const name = 'the finality update';
  if (periodOf(finality.signatureSlot) !== period) throw new ProofFails(`${name} is not of period ${period}`);
  checkSignatures.push(requireFinality(finality, committee, chain, name));
  // Last, because signatures take the most time.
  for (const check of checkSignatures) check();
  return { checkpoint, blockHash: executionHash(finality.finalized) };
}

/** The committee of the period after this one. */
function nextCommittee(update: CommitteeUpdate, period: number, chain: BeaconChain): SyncCommittee {
  const name = `the update of period ${period}`;
  const slots = [update.signatureSlot, update.attested.beacon.slot, update.finalized.beacon.slot];
  if (slots.some((slot) => periodOf(slot) !== period)) throw new ProofFails(`${name} is not of that period`);
  const { depth, position } = committeePlace(update.attested, chain).next;
  requireBranch(
    committeeRoot(update.nextCommittee),
    update.nextCommitteeBranch,
    position,
    update.attested.beacon.stateRoot,
    `${name} does not have the committee after it`,
    depth,
  );
  return update.nextCommittee;
}

/**
 * Generalized indices of the committees and of the final block in the state: 54, 55 and 105, since Electra
 * 86, 87 and 169, since Gloas 2945, 2946 and 735.
 */
function committeePlace({ beacon: { slot } }: LightClientHeader, { electraSlot, gloasSlot }: BeaconChain) {
  if (slot >= (gloasSlot ?? Number.POSITIVE_INFINITY))
    return {
      current: { depth: 11, position: 2_945 - 2_048 },
      next: { depth: 11, position: 2_946 - 2_048 },
      finalized: { depth: 9, position: 735 - 512 },
    };
  return slot >= electraSlot
    ? {
        current: { depth: 6, position: 86 - 64 },
        next: { depth: 6, position: 87 - 64 },
        finalized: { depth: 7, position: 169 - 128 },
      }
    : {
        current: { depth: 5, position: 54 - 32 },
        next: { depth: 5, position: 55 - 32 },
        finalized: { depth: 6, position: 105 - 64 },
      };
}

/** Checks all but the signature. @returns the check of the signature, which the caller must run */
function requireFinality(
  update: FinalityUpdate,
  committee: SyncCommittee,
  chain: BeaconChain,
  name: string,
): () => void {
  const { attested, finalized, signatureSlot } = update;
  requireForm(attested, chain, name);
  const attestedRoot = requireHeader(attested, chain, name);
  const finalizedRoot = requireHeader(finalized, chain, name);
  if (signatureSlot <= attested.beacon.slot || attested.beacon.slot < finalized.beacon.slot)
    throw new ProofFails(`${name} has slots out of order`);
  if (!isFirstOfItsKind(signatureSlot, attested.beacon.slot, chain))
    throw new ProofFails(`${name} states another slot of its signature than the first`);
  const { depth, position } = committeePlace(attested, chain).finalized;
  const { stateRoot } = attested.beacon;
  requireBranch(
    finalizedRoot,
    update.finalityBranch,
    position,
    stateRoot,
    `${name} is not of a final block`,
    depth,
  );
  if (3 * countBits(update.participants) < 2 * COMMITTEE_SIZE)
    throw new ProofFails(`${name} is not signed by two thirds of the committee`);
  const message = signingRoot(attestedRoot, versionAt(signatureSlot - 1, chain), chain.genesisValidatorsRoot);
  return () => {
    if (!isSigned(committee, update.participants, message, update.signature))
      throw new ProofFails(`${name} has a signature that is not the committee's`);
  };
}

/**
 * The slot of a signature is not signed; it only selects committee and fork. Only the first slot that selects
 * the same is accepted, so that a proof has one form.
 */
function isFirstOfItsKind(slot: number, attestedSlot: number, { forks }: BeaconChain): boolean {
  return (
    slot === attestedSlot + 1 || slot % BATCH_LENGTH === 0 || forks.some(([first]) => first === slot - 1)
  );
}

/** Checks a header's form by its fork. A final header may be older: it has the attested header's form. */
function requireForm(header: LightClientHeader, { gloasSlot }: BeaconChain, name: string): void {
  const isGloas = header.beacon.slot >= (gloasSlot ?? Number.POSITIVE_INFINITY);
  if ('blockHash' in header !== isGloas)
    throw new ProofFails(
      `${name} is ${isGloas ? 'of Gloas, and not' : 'not known to be of Gloas, and'} in its form`,
    );
}

/** Checks that a beacon block has the execution block beside it. @returns the root of the beacon block */
function requireHeader(header: LightClientHeader, chain: BeaconChain, name: string): Buffer {
  const { leaf, branch, position, depth } = executionPlace(header, chain, name);
  const { bodyRoot, raw } = header.beacon;
  requireBranch(leaf, branch, position, bodyRoot, `${name} has another payload`, depth);
  return beaconHeaderRoot(raw);
}

/**
 * Generalized index of the payload's header: 25. Of a block hash alone: since Gloas 2856, the parent in the
 * bid; for a block of Deneb to Fulu 812, the hash in the payload, whose branch starts with zeros to be as
 * long.
 */
function executionPlace(header: LightClientHeader, { denebSlot, gloasSlot }: BeaconChain, name: string) {
  const { beacon, executionBranch: branch } = header;
  const isGloas = beacon.slot >= (gloasSlot ?? Number.POSITIVE_INFINITY);
  if ('payloadHeader' in header) {
    if (isGloas) throw new ProofFails(`${name} is of Gloas, and not in its form`);
    const leaf = payloadHeaderRoot(header.payloadHeader, beacon.slot >= denebSlot);
    return { leaf, branch, depth: 4, position: 25 - 16 };
  }
  const leaf = header.blockHash;
  if (isGloas) return { leaf, branch, depth: 11, position: 2_856 - 2_048 };
  if (beacon.slot < denebSlot || branch.slice(0, 2).some((node) => node.some((byte) => byte !== 0)))
    throw new ProofFails(`${name} has another payload`);
  return { leaf, branch: branch.slice(2), depth: 9, position: 812 - 512 };
}

function executionHash(header: LightClientHeader): Buffer {
  return 'blockHash' in header ? header.blockHash : blockHashOf(header.payloadHeader);
}

function requireBranch(
  leaf: Buffer,
  branch: readonly Buffer[],
  position: number,
  root: Buffer,
  otherwise: string,
  depth: number,
): void {
  if (branch.length !== depth || !branchRoot(leaf, branch, position).equals(root))
    throw new ProofFails(otherwise);
}

function versionAt(slot: number, { forks }: BeaconChain): Buffer {
  const fork = forks.findLast(([first]) => first <= slot);
  if (fork === undefined) throw new ProofFails(`slot ${slot} comes before the known forks`);
  return fork[1];
}

function periodOf(slot: number): number {
  return Math.floor(slot / BATCH_LENGTH);
}

function countBits(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
}
