import type { Attestation } from '../../src/verifier/evidence/attestation.js';
import type { Canonicity } from '../../src/verifier/level/check-canonicity.js';
import type { Logged } from '../../src/verifier/level/check-log.js';
import type { Level } from '../../src/verifier/verify-bundle.js';

/** A bundle to check, and what its reader trusts besides. */
export interface CheckRequest {
  readonly text: string;
  /** Public key or policy of a log; empty for none. */
  readonly log: string;
  /** Root of a beacon block; empty for none. */
  readonly checkpoint: string;
}

/** What came of the check of a bundle. */
export type CheckedBundle =
  | {
      readonly kind: 'verified';
      readonly subject: string;
      readonly claim: string;
      readonly value?: string;
      /** Hash of the proof that was checked. */
      readonly proof: string;
      readonly object?: string;
      readonly block: number;
      readonly supports: readonly (readonly [ref: string, support: string])[];
      readonly attested: readonly Attestation[];
      readonly logged: Logged;
      readonly canonicity: Canonicity;
      /** Hash and number of each block whose header is in the bundle. */
      readonly blocks: readonly string[];
    }
  | {
      readonly kind: 'verified call';
      /** `view:1:<blockHash>:<address>:<data>` */
      readonly call: string;
      readonly outcome: string;
      readonly output: string;
      readonly canonicity: Canonicity;
    }
  | { readonly kind: 'refuted'; readonly level: Level; readonly place: string; readonly reason: string }
  | { readonly kind: 'no bundle'; readonly reason: string };
