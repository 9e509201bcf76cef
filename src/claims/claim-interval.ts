import type { Address } from '../domain/chain/hex.js';

/** An attribute is a claim about one address, a relation one between two. */
export type ClaimKind = 'attribute' | 'relation';

/** Covered blocks during which a claim held with one value. */
export interface ClaimInterval {
  readonly id: string;
  /** The other end of a relation; null for attributes. */
  readonly counterpart: Address | null;
  readonly startBlock: number;
  /** Last block in which the claim holds; null while it holds at the end of the coverage. */
  readonly endBlock: number | null;
  readonly value: string | null;
}
