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

/** Of one flush, unless all are required; what is left over is compared by `StateAudit`. */
const MAX_PLACES = 4_096;

/** What nodes prove, in the order of the reads. */
export type Prove = (reads: readonly ProvenRead[]) => Promise<readonly Proof[]>;

/** A place whose stated value is not the proven one. */
export interface Mismatch extends PlaceAt {
  readonly stated: StatedValue;
  readonly proven: ProvenValue | ProofRefused;
}

/** Compares stored values of places with what nodes prove of them. */
export class StateComparison {
  constructor(
    private readonly claimed: Pick<ClaimedState, 'values' | 'ends'>,
    private readonly prove: Prove,
    private readonly terms: {
      /** All places are compared, however many. */
      readonly isRequired: boolean;
      /** Called with how many values were compared with proofs, and how many could not be. */
      readonly onCompared: (proven: number, unproven: number) => void;
    },
  ) {}

  /**
   * Those of the places that are proven to hold another value, of those that rest on the changes of blocks, on the word of a node, or on that
   * nothing changed since a proof. Each is compared at the newest block at whose end it is stated to be the same: nodes have that state most
   * likely. Where proofs are required, what none proves is named.
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
   * What nodes prove of places, in their order.
   *
   * @param unstored blocks that are not stored yet, and at whose ends places are asked for
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

/** Also of a value that was proven: a later block may have left out that it changed. */
const mayBeFalse = ({ support, provenAt, through }: StatedValue): boolean =>
  support !== 'proven' || (provenAt !== undefined && provenAt < through);

export const endOf = ({ header, hash }: VerifiedBlock): BlockEnd => ({
  ...{ blockHash: toHex(hash), stateRoot: toHex(header.stateRoot) },
});

function distinct<One extends PlaceAt>(places: readonly One[]): One[] {
  return [...new Map(places.map((place) => [placeAtKey(place), place])).values()];
}
