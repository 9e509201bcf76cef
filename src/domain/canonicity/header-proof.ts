import { MalformedField } from '../chain/codec/malformed-field.js';
import { RlpReader } from '../chain/codec/rlp-reader.js';
import { RlpWriter } from '../chain/codec/rlp-writer.js';
import { NODE_BYTES } from './merkle-branch.js';

/** Proof of a header before the merge: its epoch of 8,192 blocks has its hash. */
export interface EpochProof {
  readonly type: 0;
  readonly epochBranch: readonly Buffer[];
}

/** Proof of a later header: a beacon block has its hash, and the era of 8,192 slots has that beacon block. */
export interface BeaconProof {
  readonly type: 1 | 2 | 3 | 4;
  readonly beaconBranch: readonly Buffer[];
  /** Root of the beacon block. */
  readonly beaconRoot: Buffer;
  readonly executionBranch: readonly Buffer[];
  /** Slot of the beacon block. */
  readonly slot: number;
}

/** Proof that a header is on Ethereum's chain; `type` is that of `.ere` files and the Portal network. */
export type HeaderProof = EpochProof | BeaconProof;

const EPOCH_DEPTH = 15;
const SLOT_BYTES = 8;

/** Depths of the branches by type: from the merge, Capella, Deneb and Gloas on. */
const DEPTHS = {
  1: { beacon: 14, execution: 11 },
  2: { beacon: 13, execution: 11 },
  3: { beacon: 13, execution: 12 },
  4: { beacon: 13, execution: 14 },
} as const;

/** Reads `rlp([type, SSZ of the proof])`, as `.ere` files hold it. @throws MalformedField */
export function decodeHeaderProof(raw: Buffer): HeaderProof {
  const outer = new RlpReader(raw);
  const fields = outer.list('proof');
  outer.finish('proof');
  const type = fields.uint('proof.type');
  const ssz = fields.bytes('proof.ssz');
  fields.finish('proof');
  if (type === 0) {
    requireLength(ssz, EPOCH_DEPTH * NODE_BYTES);
    return { type, epochBranch: nodesOf(ssz) };
  }
  if (type !== 1 && type !== 2 && type !== 3 && type !== 4)
    throw new MalformedField('proof.type', 'is unknown');
  const { beacon, execution } = DEPTHS[type];
  requireLength(ssz, (beacon + 1 + execution) * NODE_BYTES + SLOT_BYTES);
  const nodes = nodesOf(ssz.subarray(0, -SLOT_BYTES));
  const slot = ssz.readBigUInt64LE(ssz.length - SLOT_BYTES);
  if (slot > BigInt(Number.MAX_SAFE_INTEGER)) throw new MalformedField('proof.slot', 'is too large');
  return {
    type,
    beaconBranch: nodes.slice(0, beacon),
    beaconRoot: nodes[beacon]!,
    executionBranch: nodes.slice(beacon + 1),
    slot: Number(slot),
  };
}

/** Writes what `decodeHeaderProof` reads. */
export function encodeHeaderProof(proof: HeaderProof): Buffer {
  const writer = new RlpWriter(1_024);
  writer.bytes(proof.type === 0 ? Buffer.concat(proof.epochBranch) : beaconSsz(proof));
  writer.uint(proof.type);
  writer.list(0);
  return writer.take();
}

function beaconSsz({ beaconBranch, beaconRoot, executionBranch, slot }: BeaconProof): Buffer {
  const end = Buffer.alloc(SLOT_BYTES);
  end.writeBigUInt64LE(BigInt(slot));
  return Buffer.concat([...beaconBranch, beaconRoot, ...executionBranch, end]);
}

function nodesOf(ssz: Buffer): Buffer[] {
  return Array.from({ length: ssz.length / NODE_BYTES }, (_, at) =>
    ssz.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES),
  );
}

function requireLength(ssz: Buffer, length: number): void {
  if (ssz.length !== length)
    throw new MalformedField('proof.ssz', `has ${ssz.length} bytes instead of ${length}`);
}
