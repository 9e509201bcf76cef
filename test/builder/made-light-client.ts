import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { LightClientData } from '../../src/domain/canonicity/light-client/follow-updates.js';
import {
  beaconHeaderRoot,
  committeeRoot,
  payloadHeaderRoot,
  signingRoot,
} from '../../src/domain/canonicity/light-client/hash-tree-root.js';
import type { SyncCommittee } from '../../src/domain/canonicity/light-client/light-client-data.js';
import { mainnetBeaconChain } from '../../src/domain/canonicity/light-client/mainnet-beacon-chain.js';
import { branchRoot } from '../../src/domain/canonicity/merkle-branch.js';
import { madeNode } from './made-header-proof.js';

const { longSignatures: bls, G1, fields } = bls12_381;
const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
/** A committee of 512 holds each of its keys many times. */
const KEYS = 8;

/** Lies of a made chain. */
export interface MadeLies {
  /** Members who sign, of 512. */
  readonly signers?: number;
  /** Version of the fork by whose rules the finality update is signed. */
  readonly version?: string;
  /** Genesis validators root of the network for which the finality update is signed. */
  readonly network?: Buffer;
  /** Who signs the finality update, instead of the committee of its period. */
  readonly signedBy?: number;
  /** Slots from the attested block to the block with its signature. */
  readonly delay?: number;
  /** Root in the finality branch, instead of that of the finalized block. */
  readonly finalizes?: Buffer;
  /** First slot of Gloas; never by default. */
  readonly gloasSlot?: number;
}

/** A beacon chain with real keys, from the committee of one period to a final block of a later one. */
export interface MadeLightClient extends LightClientData {
  readonly checkpoint: Buffer;
}

/**
 * @param blockHash of the payload in the final block
 * @param slot of the attested block; the checkpoint is `periods` periods before
 */
export function madeLightClient(
  blockHash: Buffer,
  slot: number,
  periods = 1,
  lies: MadeLies = {},
): MadeLightClient {
  const last = Math.floor(slot / 8_192);
  const first = last - periods;
  const start = first * 8_192 + 64;
  const committee = committeeOf(first);
  const places = placesAt(start, lies);
  const bootstrapBranch = branch(places.depth, 'current');
  const begun = header(
    start,
    {
      payload: madeNode('first payload'),
      stateRoot: branchRoot(committeeRoot(committee), bootstrapBranch, places.current),
    },
    places,
    lies,
  );
  const updates = Array.from({ length: periods }, (_, at) => update(first + at, lies));
  const finalized = header(slot - 64, { payload: blockHash }, placesAt(slot, lies), lies);
  return {
    checkpoint: beaconHeaderRoot(begun.subarray(0, 112)),
    bootstrap: places.isGloas
      ? Buffer.concat([begun, committee.raw, ...bootstrapBranch])
      : Buffer.concat([
          uint32(4 + committee.raw.length + 32 * places.depth),
          committee.raw,
          ...bootstrapBranch,
          begun,
        ]),
    updates,
    finality: finality(slot, finalized, last, lies),
  };
}

function finality(slot: number, finalized: Buffer, period: number, lies: MadeLies): Buffer {
  const places = placesAt(slot, lies);
  const siblings = branch(places.finalityDepth, 'finality');
  const root = lies.finalizes ?? beaconHeaderRoot(finalized.subarray(0, 112));
  const stateRoot = branchRoot(root, siblings, places.finalized);
  const attested = header(slot, { payload: madeNode('attested'), stateRoot }, places, lies);
  if (places.isGloas)
    return Buffer.concat([
      attested,
      finalized,
      ...siblings,
      signed(attested, slot, lies.signedBy ?? period, lies),
    ]);
  const at = 8 + 32 * siblings.length + 168;
  return Buffer.concat([
    uint32(at),
    uint32(at + attested.length),
    ...siblings,
    signed(attested, slot, lies.signedBy ?? period, lies),
    attested,
    finalized,
  ]);
}

/** The update of a period, which proves the sync committee of the next. */
function update(period: number, { gloasSlot }: MadeLies): Buffer {
  const slot = period * 8_192 + 4_096;
  const next = committeeOf(period + 1);
  const chain = gloasSlot === undefined ? {} : { gloasSlot };
  const places = placesAt(slot, chain);
  const { depth, finalityDepth } = places;
  const finalized = header(slot - 64, { payload: madeNode('in between') }, places, chain);
  const { root, committeeBranch, finalityBranch } = bothBranches(
    { leaf: committeeRoot(next), position: places.next, depth },
    {
      leaf: beaconHeaderRoot(finalized.subarray(0, 112)),
      position: places.finalized,
      depth: finalityDepth,
    },
  );
  const attested = header(slot, { payload: madeNode('attested'), stateRoot: root }, places, chain);
  if (places.isGloas)
    return Buffer.concat([
      ...[attested, next.raw, ...committeeBranch, finalized, ...finalityBranch],
      signed(attested, slot, period, chain),
    ]);
  const at = 4 + next.raw.length + 32 * depth + 4 + 32 * finalityDepth + 168;
  return Buffer.concat([
    uint32(at),
    next.raw,
    ...committeeBranch,
    uint32(at + attested.length),
    ...finalityBranch,
    signed(attested, slot, period, chain),
    attested,
    finalized,
  ]);
}

interface Leaf {
  readonly leaf: Buffer;
  readonly position: number;
  readonly depth: number;
}

/** Root and branches of two leaves in one tree whose other nodes are made up. */
function bothBranches(one: Leaf, other: Leaf) {
  const leaves = [one, other].map(({ leaf, position, depth }) => ({ leaf, index: 2 ** depth + position }));
  const nodes = new Map(leaves.map(({ leaf, index }) => [index, leaf]));
  const above = new Set(leaves.flatMap(({ index }) => pathOf(index)));
  const node = (index: number): Buffer => {
    const known = nodes.get(index);
    if (known) return known;
    if (!above.has(index)) return madeNode(`node ${index}`);
    return branchRoot(node(2 * index), [node(2 * index + 1)], 0);
  };
  const [committeeBranch, finalityBranch] = leaves.map(({ index }) =>
    pathOf(index)
      .slice(0, -1)
      .map((at) => node(at ^ 1)),
  );
  return { root: node(1), committeeBranch: committeeBranch!, finalityBranch: finalityBranch! };
}

/** Indices from a node up to the root, which is 1. */
function pathOf(index: number): number[] {
  return index === 1 ? [1] : [index, ...pathOf(index >> 1)];
}

/** Depths and positions in the beacon state at a slot. The fork of that slot also decides the form of light-client data. */
interface Places {
  readonly isGloas: boolean;
  readonly depth: number;
  readonly current: number;
  readonly next: number;
  readonly finalityDepth: number;
  readonly finalized: number;
}

function placesAt(slot: number, { gloasSlot = Number.POSITIVE_INFINITY }: MadeLies): Places {
  if (slot >= gloasSlot)
    return { isGloas: true, depth: 11, current: 897, next: 898, finalityDepth: 9, finalized: 223 };
  const depth = slot >= mainnetBeaconChain().electraSlot ? 6 : 5;
  return { isGloas: false, depth, current: 22, next: 23, finalityDepth: depth + 1, finalized: 41 };
}

/** SSZ of a `LightClientHeader` since Deneb. */
function header(
  slot: number,
  { payload, stateRoot = madeNode(`state ${slot}`) }: { payload: Buffer; stateRoot?: Buffer },
  { isGloas }: Places,
  { gloasSlot = Number.POSITIVE_INFINITY }: MadeLies,
): Buffer {
  if (isGloas) {
    const siblings = branch(slot >= gloasSlot ? 11 : 9, 'payload');
    const bodyRoot = branchRoot(payload, siblings, slot >= gloasSlot ? 808 : 300);
    const zeros = Buffer.alloc(32 * (11 - siblings.length));
    return Buffer.concat([beaconHeader(slot, stateRoot, bodyRoot), payload, zeros, ...siblings]);
  }
  const execution = Buffer.alloc(584 + 5);
  payload.copy(execution, 472);
  execution.writeUInt32LE(584, 436);
  execution.write('extra', 584);
  const siblings = branch(4, 'payload');
  const body = branchRoot(payloadHeaderRoot(execution, true), siblings, 9);
  return Buffer.concat([beaconHeader(slot, stateRoot, body), uint32(244), ...siblings, execution]);
}

function beaconHeader(slot: number, stateRoot: Buffer, bodyRoot: Buffer): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64LE(BigInt(slot));
  numbers.writeBigUInt64LE(77n, 8);
  return Buffer.concat([numbers, madeNode(`parent of ${slot}`), stateRoot, bodyRoot]);
}

/** SSZ of the sync aggregate over the attested header, and the slot of its signature. */
function signed(
  attested: Buffer,
  slot: number,
  period: number,
  { signers = 512, version, delay = 1, gloasSlot, network }: MadeLies,
): Buffer {
  const participants = Buffer.alloc(64);
  let secret = 0n;
  for (let member = 0; member < signers; member++) {
    participants[member >> 3]! |= 1 << (member % 8);
    secret = fields.Fr.add(secret, secretOf(period, member));
  }
  const { forks, genesisValidatorsRoot } = mainnetBeaconChain(gloasSlot);
  const fork = version
    ? Buffer.from(version, 'hex')
    : forks.findLast(([first]) => first <= slot + delay - 1)![1];
  const root = signingRoot(
    beaconHeaderRoot(attested.subarray(0, 112)),
    fork,
    network ?? genesisValidatorsRoot,
  );
  const nobody = Buffer.concat([Buffer.from('c0', 'hex'), Buffer.alloc(95)]);
  const signature = secret === 0n ? nobody : bls.hash(root, TAG).multiply(secret).toBytes(true);
  const end = Buffer.alloc(8);
  end.writeBigUInt64LE(BigInt(slot + delay));
  return Buffer.concat([participants, signature, end]);
}

const committees = new Map<number, SyncCommittee>();

function committeeOf(period: number): SyncCommittee {
  const known = committees.get(period);
  if (known) return known;
  const keys = Array.from({ length: KEYS }, (_, at) => G1.Point.BASE.multiply(secretOf(period, at)));
  const members = Array.from({ length: 512 }, (_, at) => keys[at % KEYS]!);
  const aggregate = members.reduce((sum, key) => sum.add(key), G1.Point.ZERO);
  const raw = Buffer.concat([...members, aggregate].map((key) => key.toBytes(true)));
  committees.set(period, { raw });
  return { raw };
}

function secretOf(period: number, member: number): bigint {
  return BigInt(`0x${madeNode(`key ${period} ${member % KEYS}`).toString('hex')}`) % fields.Fr.ORDER;
}

function branch(length: number, name: string): Buffer[] {
  return Array.from({ length }, (_, depth) => madeNode(`${name} ${depth}`));
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
