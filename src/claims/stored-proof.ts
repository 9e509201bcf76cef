import { canonicalJson, digestText } from '../domain/canonical/canonical-json.js';
import type { Address } from '../domain/chain/hex.js';

/** The fields that are hashed. */
export interface ProofFields {
  readonly chainId: number;
  readonly subject: Address;
  readonly attributeId: string;
  readonly result: string;
  readonly definitionVersion: string;
  readonly referenceBlock: number;
  readonly referenceBlockHash: string;
  readonly selectedFamilyId: string;
  readonly factResults: readonly object[];
  readonly negativeControlResults: readonly object[];
  readonly dependencyProofRefs: readonly string[];
  readonly bindingVersions: Readonly<Record<string, string>>;
  readonly sourceEvidenceRefs: readonly string[];
  readonly evaluatorVersion: string;
  readonly failureReasonCodes: readonly string[];
  readonly object?: Address;
  readonly value?: string;
}

/** A stored proof and its metadata. */
export interface StoredProof {
  readonly fields: ProofFields;
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
 * The record of stored columns.
 * @throws Error when the text is not what its hash was made of: the store is damaged, and nothing of it is served.
 */
export function storedProof({
  proof,
  proofHash,
  setDigest,
  position,
  evaluatedAt,
}: ProofColumns): StoredProof {
  const hash = `sha256:${proofHash.slice(2)}`;
  if (digestText(proof) !== hash) throw new Error(`the stored text of proof ${hash} has another hash`);
  const fields = JSON.parse(proof) as ProofFields;
  return {
    fields,
    proofHash: hash,
    snapshotId: digestText(canonicalJson([fields.chainId, fields.referenceBlockHash, setDigest])),
    graphRevision: String(position),
    evaluatedAt,
  };
}
