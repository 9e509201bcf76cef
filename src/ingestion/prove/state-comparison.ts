import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import { isProven, type Proof, type ProvenRead, type ProvenValue } from '../../node/execution/prove-reads.js';
import {
  type BlockEnd,
  type ClaimedState,
  type PlaceAt,
  placeAtKey,
  type StatedValue,
} from './claimed-state.js';

/** Places compared per flush, unless proofs are required. `StateAudit` compares the rest. */
const MAX_PLACES = 4_096;

/** Proofs that nodes give, in the order of the reads. */
export type Prove = (reads: readonly ProvenRead[]) => Promise<readonly Proof[]>;

/** A place whose stated value a proof contradicts, or whose proof does not fit. */
export interface Mismatch extends PlaceAt {
  readonly stated: StatedValue;
  readonly proven: ProvenValue | ProofRefused;
}

/** Compares stored values with proofs that nodes give. */
export class StateComparison {
  constructor(
    private readonly claimed: Pick<ClaimedState, 'values' | 'ends'>,
    private readonly prove: Prove,
    private readonly terms: {
      /** Whether all places are compared, however many. */
      readonly isRequired: boolean;
      /** Called with the numbers of values that were compared, and of those that no node proved. */
      readonly onCompared: (proven: number, unproven: number) => void;
    },
  ) {}

  /**
   * Compares the places whose values rest on state changes, on what a node attests, or on the absence of
   * changes since a proof. Each is compared at the newest block at whose end it should have the same value,
   * because nodes most likely have that state.
   *
   * @returns places that are wrong, and places that no node proves
   */
  async compared(
    db: Pool | PoolClient,
    places: readonly PlaceAt[],
  ): Promise<{ readonly wrong: readonly Mismatch[]; readonly unproven: readonly PlaceAt[] }> {
    const { isRequired, onCompared } = this.terms;
    const asked = distinct(places);
    const stated = await this.claimed.values(db, asked);
    const newest = asked.flatMap((place, at) => {
      const one = stated[at];
      return one && mayBeFalse(one) ? [{ ...place, block: one.through, stated: one }] : [];
    });
    const all = distinct(newest);
    const compared = isRequired ? all : all.slice(0, MAX_PLACES);
    const proven = await this.proven(db, compared);
    const unproven = compared.filter((_, at) => proven[at] === undefined);
    onCompared(proven.length - unproven.length, unproven.length);
    const wrong = compared.flatMap((place, at) => {
      const one = proven[at];
      const isWrong = one !== undefined && !(isProven(one) && one.output.equals(place.stated.value));
      return isWrong ? [{ ...place, proven: one }] : [];
    });
    return { wrong, unproven };
  }

  /**
   * Proofs that nodes give of places, in the order of the places.
   *
   * @param unstored blocks that are not stored yet, at whose ends places are asked for
   */
  async proven(
    db: Pool | PoolClient,
    places: readonly PlaceAt[],
    unstored: readonly VerifiedBlock[] = [],
  ): Promise<readonly Proof[]> {
    const blocks = [...new Set(places.map(({ block }) => block))];
    const ends = await this.claimed.ends(db, blocks);
    const byBlock = new Map(blocks.map((block, at) => [block, ends[at]]));
    for (const block of unstored) byBlock.set(block.header.number, endOf(block));
    const asked = places.flatMap(({ address, what, block }, at) => {
      const end = byBlock.get(block);
      return end ? [{ at, read: { address, what, block, ...end } }] : [];
    });
    const answers = asked.length === 0 ? [] : await this.prove(asked.map(({ read }) => read));
    const proven: Proof[] = places.map(() => undefined);
    for (const [index, { at }] of asked.entries()) proven[at] = answers[index];
    return proven;
  }
}

/** Even a proven value may be false at a later block, which may have left out a change. */
const mayBeFalse = ({ support, provenAt, through }: StatedValue): boolean =>
  support !== 'proven' || (provenAt !== undefined && provenAt < through);

export const endOf = ({ header, hash }: VerifiedBlock): BlockEnd => ({
  ...{ blockHash: toHex(hash), stateRoot: toHex(header.stateRoot) },
});

function distinct<One extends PlaceAt>(places: readonly One[]): One[] {
  return [...new Map(places.map((place) => [placeAtKey(place), place])).values()];
}
