import { MalformedField } from '../../chain/codec/malformed-field.js';
import { ELECTRA_SLOT } from '../mainnet-slots.js';

/** Header of a beacon block. */
export interface BeaconHeader {
  readonly slot: number;
  /** SSZ, 112 bytes. */
  readonly raw: Buffer;
  readonly stateRoot: Buffer;
  readonly bodyRoot: Buffer;
}

/** Header of a beacon block, with the execution block that it carries. */
export type LightClientHeader = {
  readonly beacon: BeaconHeader;
  /** Branch of the payload's header or block hash, in the body. */
  readonly executionBranch: readonly Buffer[];
} & (
  | {
      /** SSZ of the `ExecutionPayloadHeader`: up to Fulu. */
      readonly payloadHeader: Buffer;
    }
  | {
      /** Hash of the parent that the bid names. This is Gloas's form; earlier headers may have it too. */
      readonly blockHash: Buffer;
    }
);

/** The validators that sign during a period of 8,192 slots. */
export interface SyncCommittee {
  /** 512 public keys of 48 bytes, and their aggregate: SSZ. */
  readonly raw: Buffer;
}

/** A trusted beacon block, and the committee of its period. */
export interface Bootstrap {
  readonly header: LightClientHeader;
  readonly committee: SyncCommittee;
  readonly committeeBranch: readonly Buffer[];
}

/** A committee's signature over a block whose state calls another block final. */
export interface FinalityUpdate {
  /** The block that is signed. */
  readonly attested: LightClientHeader;
  /** The block that the attested block's state calls final. */
  readonly finalized: LightClientHeader;
  readonly finalityBranch: readonly Buffer[];
  /** 512 bits: which members of the committee signed. */
  readonly participants: Buffer;
  /** BLS, 96 bytes. */
  readonly signature: Buffer;
  /** Slot of the block that contains the signature. */
  readonly signatureSlot: number;
}

/** A finality update with the committee of the next period. */
export interface CommitteeUpdate extends FinalityUpdate {
  readonly nextCommittee: SyncCommittee;
  readonly nextCommitteeBranch: readonly Buffer[];
}

export const COMMITTEE_SIZE = 512;
export const PUBLIC_KEY_BYTES = 48;
const COMMITTEE_BYTES = (COMMITTEE_SIZE + 1) * PUBLIC_KEY_BYTES;
const BEACON_BYTES = 112;
const NODE_BYTES = 32;
const OFFSET_BYTES = 4;
const EXECUTION_DEPTH = 4;
const HEADER_BYTES = BEACON_BYTES + OFFSET_BYTES + EXECUTION_DEPTH * NODE_BYTES;
const PARTICIPANT_BYTES = COMMITTEE_SIZE / 8;
const SIGNATURE_BYTES = 96;

/** Depths of the branches in the state at a slot: since Electra the state has twice as many fields. */
const depthsAt = (slot: number) =>
  slot >= ELECTRA_SLOT ? { committee: 6, finality: 7 } : { committee: 5, finality: 6 };

/** In Gloas everything has a fixed size, unlike before. */
const GLOAS_DEPTHS = { execution: 11, committee: 11, finality: 9 };
const GLOAS_HEADER_BYTES = BEACON_BYTES + (1 + GLOAS_DEPTHS.execution) * NODE_BYTES;
const GLOAS_SIGNED_BYTES = GLOAS_DEPTHS.finality * NODE_BYTES + PARTICIPANT_BYTES + SIGNATURE_BYTES + 8;
const GLOAS_COMMITTEE_BYTES = COMMITTEE_BYTES + GLOAS_DEPTHS.committee * NODE_BYTES;
const GLOAS_BYTES = {
  bootstrap: GLOAS_HEADER_BYTES + GLOAS_COMMITTEE_BYTES,
  update: 2 * GLOAS_HEADER_BYTES + GLOAS_COMMITTEE_BYTES + GLOAS_SIGNED_BYTES,
  finality: 2 * GLOAS_HEADER_BYTES + GLOAS_SIGNED_BYTES,
};

/** Reads SSZ of a `LightClientBootstrap`, Capella to Gloas. @throws MalformedField */
export function decodeBootstrap(ssz: Buffer): Bootstrap {
  if (ssz.length === GLOAS_BYTES.bootstrap) return gloasBootstrap(new Fields(ssz, 'bootstrap'));
  const [offset] = offsetsAt(ssz, [0], 'bootstrap');
  const header = decodeHeader(ssz.subarray(offset), 'bootstrap.header');
  const reader = new Fields(ssz, 'bootstrap');
  reader.take(OFFSET_BYTES);
  const committee = { raw: reader.take(COMMITTEE_BYTES) };
  const committeeBranch = reader.nodes(depthsAt(header.beacon.slot).committee);
  reader.end(offset!);
  return { header, committee, committeeBranch };
}

/** Reads SSZ of a `LightClientUpdate`, Capella to Gloas. @throws MalformedField */
export function decodeCommitteeUpdate(ssz: Buffer): CommitteeUpdate {
  if (ssz.length === GLOAS_BYTES.update) return gloasCommitteeUpdate(new Fields(ssz, 'update'));
  const first = ssz.length < OFFSET_BYTES ? 0 : ssz.readUInt32LE(0);
  const attestedSlot = slotOf(ssz, first, 'update');
  const depths = depthsAt(attestedSlot);
  const at = OFFSET_BYTES + COMMITTEE_BYTES + depths.committee * NODE_BYTES;
  const [attestedAt, finalizedAt] = offsetsAt(ssz, [0, at], 'update');
  const reader = new Fields(ssz, 'update');
  reader.take(OFFSET_BYTES);
  const nextCommittee = { raw: reader.take(COMMITTEE_BYTES) };
  const nextCommitteeBranch = reader.nodes(depths.committee);
  reader.take(OFFSET_BYTES);
  const signed = signedPart(reader, depths.finality);
  reader.end(attestedAt!);
  const attested = decodeHeader(ssz.subarray(attestedAt, finalizedAt), 'update.attested_header');
  const finalized = decodeHeader(ssz.subarray(finalizedAt), 'update.finalized_header');
  return { attested, finalized, ...signed, nextCommittee, nextCommitteeBranch };
}

/** Reads SSZ of a `LightClientFinalityUpdate`, Capella to Gloas. @throws MalformedField */
export function decodeFinalityUpdate(ssz: Buffer): FinalityUpdate {
  if (ssz.length === GLOAS_BYTES.finality) return gloasFinalityUpdate(new Fields(ssz, 'finality'));
  const [attestedAt, finalizedAt] = offsetsAt(ssz, [0, OFFSET_BYTES], 'finality');
  const attested = decodeHeader(ssz.subarray(attestedAt, finalizedAt), 'finality.attested_header');
  const finalized = decodeHeader(ssz.subarray(finalizedAt), 'finality.finalized_header');
  const reader = new Fields(ssz, 'finality');
  reader.take(2 * OFFSET_BYTES);
  const signed = signedPart(reader, depthsAt(attested.beacon.slot).finality);
  reader.end(attestedAt!);
  return { attested, finalized, ...signed };
}

/** Offset of the signature slot in the SSZ of an update of either kind. */
export function signatureSlotAt(ssz: Buffer): number {
  const isGloas = ssz.length === GLOAS_BYTES.update || ssz.length === GLOAS_BYTES.finality;
  return (isGloas ? ssz.length : ssz.readUInt32LE(0)) - 8;
}

function gloasBootstrap(reader: Fields): Bootstrap {
  const header = gloasHeader(reader);
  const committee = { raw: reader.take(COMMITTEE_BYTES) };
  return { header, committee, committeeBranch: reader.nodes(GLOAS_DEPTHS.committee) };
}

function gloasCommitteeUpdate(reader: Fields): CommitteeUpdate {
  const attested = gloasHeader(reader);
  const nextCommittee = { raw: reader.take(COMMITTEE_BYTES) };
  const nextCommitteeBranch = reader.nodes(GLOAS_DEPTHS.committee);
  const finalized = gloasHeader(reader);
  const signed = signedPart(reader, GLOAS_DEPTHS.finality);
  return { attested, finalized, ...signed, nextCommittee, nextCommitteeBranch };
}

function gloasFinalityUpdate(reader: Fields): FinalityUpdate {
  const attested = gloasHeader(reader);
  const finalized = gloasHeader(reader);
  return { attested, finalized, ...signedPart(reader, GLOAS_DEPTHS.finality) };
}

function gloasHeader(reader: Fields): LightClientHeader {
  const beacon = beaconHeader(reader);
  const blockHash = reader.take(NODE_BYTES);
  return { beacon, blockHash, executionBranch: reader.nodes(GLOAS_DEPTHS.execution) };
}

function beaconHeader(reader: Fields): BeaconHeader {
  const raw = reader.take(BEACON_BYTES);
  const slot = slotOf(raw, 0, 'beacon header');
  return { slot, raw, stateRoot: raw.subarray(48, 80), bodyRoot: raw.subarray(80, 112) };
}

function signedPart(reader: Fields, depth: number) {
  return {
    finalityBranch: reader.nodes(depth),
    participants: reader.take(PARTICIPANT_BYTES),
    signature: reader.take(SIGNATURE_BYTES),
    signatureSlot: reader.uint(),
  };
}

function decodeHeader(ssz: Buffer, name: string): LightClientHeader {
  const reader = new Fields(ssz, name);
  const beacon = beaconHeader(reader);
  const [executionAt] = offsetsAt(ssz, [BEACON_BYTES], name);
  reader.take(OFFSET_BYTES);
  const executionBranch = reader.nodes(EXECUTION_DEPTH);
  reader.end(executionAt!);
  if (executionAt !== HEADER_BYTES) throw new MalformedField(name, 'has another length');
  return { beacon, payloadHeader: ssz.subarray(executionAt), executionBranch };
}

/** The slot is the first field of a header. */
function slotOf(ssz: Buffer, at: number, name: string): number {
  if (at + 8 > ssz.length) throw new MalformedField(name, 'is too short');
  const slot = ssz.readBigUInt64LE(at);
  if (slot > BigInt(Number.MAX_SAFE_INTEGER)) throw new MalformedField(name, 'has a slot that is too large');
  return Number(slot);
}

/** Offsets ascend and stay within the bytes. */
function offsetsAt(ssz: Buffer, places: readonly number[], name: string): number[] {
  const offsets = places.map((at) => {
    if (at + OFFSET_BYTES > ssz.length) throw new MalformedField(name, 'is too short');
    return ssz.readUInt32LE(at);
  });
  if (offsets.some((offset, at) => offset > ssz.length || offset < (offsets[at - 1] ?? 0)))
    throw new MalformedField(name, 'has offsets that do not fit');
  return offsets;
}

/** Reads fields of fixed size, one after another. */
class Fields {
  #at = 0;

  constructor(
    private readonly ssz: Buffer,
    private readonly name: string,
  ) {}

  take(length: number): Buffer {
    this.#at += length;
    if (this.#at > this.ssz.length) throw new MalformedField(this.name, 'is too short');
    return this.ssz.subarray(this.#at - length, this.#at);
  }

  nodes(count: number): Buffer[] {
    return Array.from({ length: count }, () => this.take(NODE_BYTES));
  }

  uint(): number {
    return slotOf(this.take(8), 0, this.name);
  }

  /** Checks that the variable part begins here. */
  end(offset: number): void {
    if (offset !== this.#at) throw new MalformedField(this.name, 'has another length');
  }
}
