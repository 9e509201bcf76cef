import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import { type BlockRecords, EVERY_RECORDS, STATE_DIFF } from '../model/block-records.js';

/** The ranges of evaluated blocks, by the records that the blocks have. */
export class KnownRanges {
  #all: ReadonlyMap<BlockRecords, BlockRanges> | undefined;

  constructor(private readonly firstBlock: number) {}

  get all(): ReadonlyMap<BlockRecords, BlockRanges> | undefined {
    return this.#all;
  }

  set(all: ReadonlyMap<BlockRecords, BlockRanges> | undefined): void {
    this.#all = all;
  }

  /** Ranges of blocks with at least these records. */
  readonly with = (records: BlockRecords): BlockRanges => this.#all?.get(records) ?? [];

  /**
   * The ranges with state diffs that overlap the blocks and whose initial state is not known from the chain's
   * beginning.
   */
  openedUnknown(blocks: BlockRange): BlockRanges {
    return EVERY_RECORDS.filter((records) => (records & STATE_DIFF) !== 0).flatMap((records) =>
      this.with(records).filter(
        ({ fromBlock, toBlock }) =>
          fromBlock !== this.firstBlock && fromBlock <= blocks.toBlock && toBlock >= blocks.fromBlock,
      ),
    );
  }

  /** The ranges that overlap the blocks, by any records; of those with the same first block the longest. */
  longestOf({ fromBlock, toBlock }: BlockRange): BlockRanges {
    const longest = new Map<number, BlockRange>();
    for (const ranges of this.#all!.values()) {
      for (const range of ranges) {
        if (range.toBlock < fromBlock || range.fromBlock > toBlock) continue;
        const known = longest.get(range.fromBlock);
        if (known === undefined || known.toBlock < range.toBlock) longest.set(range.fromBlock, range);
      }
    }
    return [...longest.values()];
  }
}
