import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { type ReadsOfBlock, recordedReads } from '../../domain/event/recorded-reads.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { isProven, type ProvenValue } from '../../node/execution/prove-reads.js';
import type { ClaimedState, PlaceAt } from './claimed-state.js';
import type { StateComparison } from './state-comparison.js';

/** A place that is proven to hold another value than stored blocks say. */
export interface ContradictedPlace extends PlaceAt {
  /** Left out where the proof is of another block. */
  readonly proven?: ProvenValue;
}

/** Takes values of stored blocks from claims, where proofs contradict them. */
export class Contradictions {
  constructor(
    private readonly claimed: Pick<ClaimedState, 'ask' | 'ends'>,
    private readonly comparison: Pick<StateComparison, 'compared'>,
    private readonly onContradicted: (places: readonly PlaceAt[]) => void,
  ) {}

  /**
   * Takes down that places hold another value than stored blocks give: asks for them in the name of tracking, which takes answers to its own
   * questions alone. The codes of these accounts are compared as well: who hides a delegation hides that the nonce rose.
   *
   * @returns the answers that are at hand, to be recorded
   */
  async record(tx: PoolClient, found: readonly ContradictedPlace[]): Promise<readonly ReadsOfBlock[]> {
    if (found.length === 0) return [];
    const what = formatStateRead({ kind: 'code' });
    const codes = found.filter((one) => one.what !== what).map((place) => ({ ...place, what }));
    const { wrong } = await this.comparison.compared(tx, codes);
    const places = [
      ...found,
      ...wrong.flatMap(({ proven, ...place }) => (isProven(proven) ? [{ ...place, proven }] : [])),
    ];
    await this.claimed.ask(tx, places);
    this.onContradicted(places);
    const ends = await this.claimed.ends(
      tx,
      places.map(({ block }) => block),
    );
    const answers = places.flatMap(({ address, what, block, proven }, at) => {
      const end = ends[at];
      if (!proven || !end) return [];
      const { output, nodes = [] } = proven;
      const read = { address: fromHex(address), what, outcome: 'answered', output, isProven: true } as const;
      return [{ number: block, hash: fromHex(end.blockHash), read, nodes }];
    });
    return recordedReads(answers);
  }
}
