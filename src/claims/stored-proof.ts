import { digestText } from '../domain/canonical/canonical-json.js';
import { CHAIN_ID } from '../domain/chain/record/chain-id.js';

/** A stored proof and its metadata. */
export interface StoredProof {
  /** Canonical JSON of the fields that are hashed. */
  readonly fields: string;
  readonly beside: FieldsBeside;
}

/** What the record of a proof states and its hash does not cover, in the order of the record. */
export interface FieldsBeside {
  /** `sha256:` and 64 hex characters. */
  readonly proofHash: string;
  /** Names chain, reference block and definition set; same form. */
  readonly snapshotId: string;
  /** Position of the fact event that first brought it. */
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
 * The proof of stored columns. Its text is hashed at each read: a row that changes on the disk must never be served, also where it was whole a
 * moment ago.
 * @throws Error when the text is not what its hash was made of: the store is damaged, and nothing of it is served.
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

/** INVARIANT: keys ascend in canonical JSON, and none of the fields after this one holds an object; a quote inside of a text is escaped. */
function referenceBlockHash(proof: string): string {
  const start = proof.lastIndexOf(REFERENCE) + REFERENCE.length;
  return proof.slice(start, proof.indexOf('"', start));
}
