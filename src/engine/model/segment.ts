/** The blocks in which one proof carries a claim. */
export interface Segment {
  /** Lower-case hex; `''` for attributes. */
  readonly object: string;
  readonly start: number;
  /** Last block; absent while the proof holds at the end of its range. */
  readonly end?: number;
  /** First block of the claim interval it belongs to: neighbours with the same value are one interval. */
  readonly intervalStart: number;
  readonly value?: string;
  readonly referenceBlock: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

/** A segment with the text that its hash is of. */
export interface NewSegment extends Segment {
  /** Canonical JSON. */
  readonly proof: string;
}

/** Blocks at which a claim is undecided. */
export interface UndecidedInterval {
  readonly start: number;
  readonly end?: number;
}
