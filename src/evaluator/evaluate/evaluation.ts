import type { Address } from '../../domain/chain/hex.js';
/** The result of a definition for a subject at one block. */
export interface Evaluation {
  readonly verdict: 'proven' | 'notProven' | 'undecided';
  /** At most one of an attribute; of a relation one per object, ascending by object. Empty unless proven. */
  readonly claims: readonly ProvenClaim[];
  /** Whether objects would be claims if what is unknown held; the verdict may be `proven` for others. */
  readonly undecided: boolean;
}

export interface ProvenClaim {
  /** Lower-case hex; relations only. */
  readonly object?: Address;
  readonly value?: string;
  readonly referenceBlock: number;
  /** `sha256:…` over `canonical`. */
  readonly proofHash: string;
  /** Canonical JSON of the hashed fields. */
  readonly canonical: string;
}
