import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { type ReadsOfBlock, recordedReads } from '../../domain/event/recorded-reads.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { isProven, type ProvenValue } from '../../node/execution/prove-reads.js';
import type { ClaimedState, PlaceAt } from './claimed-state.js';
import type { StateComparison } from './state-comparison.js';

/** A place for which stored blocks are proven to give a wrong value. */
export interface ContradictedPlace extends PlaceAt {
  /** Absent where the proof is of another block. */
  readonly proven?: ProvenValue;
}

/** Makes claims stop resting on values of stored blocks that proofs contradict. */
export class Contradictions {
  constructor(
    private readonly claimed: Pick<ClaimedState, 'ask' | 'ends'>,
    private readonly comparison: Pick<StateComparison, 'compared'>,
    private readonly onContradicted: (places: readonly PlaceAt[]) => void,
  ) {}

  /**
   * Records that stored blocks give a wrong value for places. Requests the places in the name of tracking,
   * which accepts answers to its own requests only. Compares the codes of these accounts too: a node that
   * hides a delegation also hides that the nonce rose.
   *
   * @returns the answers that are already known, to be recorded
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
