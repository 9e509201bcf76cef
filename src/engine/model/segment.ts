/** The blocks in which one proof carries a claim. */
export interface Segment {
  /** Lower-case hex; `''` for attributes. */
  readonly object: string;
  readonly start: number;
  /** Last block in which the proof holds; absent while it holds at the end of its range. */
  readonly end?: number;
  /** First block of the claim interval it belongs to: neighbours with the same value are one interval. */
  readonly intervalStart: number;
  readonly value?: string;
  readonly referenceBlock: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

/** A proof text as its template, which many proofs share, and the values that fill it. */
export interface PackedProof {
  /** The text with a placeholder for each value. */
  readonly template: string;
  /** As `unpack_proof` of the database reads them. */
  readonly values: Buffer;
}

/** A segment with the text that its hash is of. */
export interface NewSegment extends Segment {
  /** Canonical JSON, or this packed. */
  readonly proof: string | PackedProof;
}

/** Blocks at which a claim is undecided. */
export interface UndecidedInterval {
  readonly start: number;
  /** Last of them; absent while the claim is undecided at the end of its range. */
  readonly end?: number;
}
