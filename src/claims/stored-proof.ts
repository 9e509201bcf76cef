import { digestText } from '../domain/canonical/canonical-json.js';
import { CHAIN_ID } from '../domain/chain/record/chain-id.js';

/** A stored proof and its metadata. */
export interface StoredProof {
  /** Canonical JSON of the fields that are hashed. */
  readonly fields: string;
  readonly beside: FieldsBeside;
}

/** Fields of the record of a proof that its hash does not cover, in the order of the record. */
export interface FieldsBeside {
  /** `sha256:` and 64 hex characters. */
  readonly proofHash: string;
  /** Digest of chain, reference block and definition set, `sha256:…`. */
  readonly snapshotId: string;
  /** Position of the fact event that first had this proof. */
  readonly graphRevision: string;
  /** Unix seconds of the first evaluation. */
  readonly evaluatedAt: number;
}

/** Columns of a statement that reads a proof; all null where there is none. */
export interface ProofColumns {
  readonly proof: string;
  /** `0x` and 64 hex characters. */
  readonly proofHash: string;
  /** Digest of the definition set. */
  readonly setDigest: string;
  readonly position: number;
  readonly evaluatedAt: number;
}

/**
 * The proof of stored columns. Its text is hashed at each read, because a row that was damaged on the disk
 * must never be served, even if it was whole at the read before.
 * @throws Error when the text does not have the stored hash
 */
export function storedProof({
  proof,
  proofHash: hex,
  setDigest,
  position,
  evaluatedAt,
}: ProofColumns): StoredProof {
  const proofHash = `sha256:${hex.slice(2)}`;
  if (digestText(proof) !== proofHash)
    throw new Error(`the stored text of proof ${proofHash} has another hash`);
  const snapshotId = digestText(JSON.stringify([CHAIN_ID, referenceBlockHash(proof), setDigest]));
  return {
    fields: proof,
    beside: { proofHash, snapshotId, graphRevision: String(position), evaluatedAt },
  };
}

const REFERENCE = '"referenceBlockHash":"';

/**
 * INVARIANT: keys ascend in canonical JSON, no field after this one holds an object, and quotes within
 * strings are escaped. So the last match is the field.
 */
function referenceBlockHash(proof: string): string {
  const start = proof.lastIndexOf(REFERENCE) + REFERENCE.length;
  return proof.slice(start, proof.indexOf('"', start));
}
