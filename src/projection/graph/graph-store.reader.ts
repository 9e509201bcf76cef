import type { Address } from '../../domain/chain/hex.js';
/** An attribute proven now. */
export interface HeldAttribute {
  readonly id: string;
  readonly referenceBlock: number;
}

/** A relation proven now, seen from one of its ends. */
export interface HeldRelation {
  readonly id: string;
  /** The other end. */
  readonly counterpart: Address;
  readonly referenceBlock: number;
  readonly value: string | null;
}

/** Which end of a relation an address is: `subject` lists relations from it, `object` relations to it. */
export type Direction = 'subject' | 'object';

/** Claims at the coverage head, the highest evaluated block; its number is absent while there is none. */
export interface HeldNow<Claim> {
  readonly block?: number;
  readonly claims: readonly Claim[];
}

/**
 * Claims that hold at the coverage head, of families that are covered there. Every implementation passes `test/graph/graph-store-suite.ts`.
 * Addresses are `0x` and 40 lower-case hex characters.
 */
export abstract class GraphStore {
  /** Ascending by id in byte order; only those above `afterId`. */
  abstract attributesOf(address: Address, afterId: string, rowLimit: number): Promise<HeldNow<HeldAttribute>>;

  /** Ids of the attributes of each of the addresses, ascending in byte order; nothing for those without. */
  abstract attributeIdsOf(addresses: readonly Address[]): Promise<ReadonlyMap<string, readonly string[]>>;

  /** Ascending by id in byte order, then by counterpart; only those after the given pair. */
  abstract relationsOf(
    address: Address,
    direction: Direction,
    after: { readonly id: string; readonly counterpart: string },
    rowLimit: number,
  ): Promise<HeldNow<HeldRelation>>;
}
