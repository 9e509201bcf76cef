import type { BlockRange } from '../interval/block-range.js';

/** Columns of a statement that explain why it found nothing: the newest stored block, and the lowest gap that may hide a record. */
export interface MissingRow {
  readonly headNumber: number;
  readonly fromBlock: number | null;
  readonly toBlock: number | null;
}

/** What may be missing of a claim: its definition, or its proof at the block. */
export type Absent = 'definition' | 'claim';

/** Thrown by readers that do not have what they are asked for. The API turns it into a refusal. */
export class NotCovered extends Error {
  private constructor(
    /** Newest stored block; absent while nothing is stored. */
    readonly headNumber?: number,
    /** Missing blocks that may hold the record; absent where there are none. */
    readonly gap?: BlockRange,
    /** The block asked for, if any; above the head, no gap matters. */
    readonly requestedBlock?: number,
    /** What does not exist, where that is not the record itself. */
    readonly absent?: Absent,
  ) {
    super('not covered');
  }

  /** The part that answers is not ready yet. */
  static unavailable(): NotCovered {
    return new NotCovered();
  }

  /** A record is not stored; without a gap it does not exist. @param block that was asked for, if any */
  static record({ headNumber, fromBlock, toBlock }: MissingRow, block?: number, absent?: Absent): NotCovered {
    const gap = fromBlock === null || toBlock === null ? undefined : { fromBlock, toBlock };
    return new NotCovered(headNumber, gap, block, absent);
  }

  /** A block is not stored or lacks data: it is above the head, or is itself the gap. */
  static block(row: MissingRow, block: number = row.headNumber): NotCovered {
    const { headNumber, fromBlock, toBlock } = row;
    const gap = { fromBlock: fromBlock ?? block, toBlock: toBlock ?? block };
    return new NotCovered(headNumber, gap, block);
  }
}
