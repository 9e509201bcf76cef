import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import { type BlockRecords, EVERY_RECORDS, STATE_DIFF } from '../model/block-records.js';

/** The ranges of blocks that have been evaluated, by the records that these have. */
export class KnownRanges {
  #all: ReadonlyMap<BlockRecords, BlockRanges> | undefined;

  constructor(private readonly firstBlock: number) {}

  get all(): ReadonlyMap<BlockRecords, BlockRanges> | undefined {
    return this.#all;
  }

  set(all: ReadonlyMap<BlockRecords, BlockRanges> | undefined): void {
    this.#all = all;
  }

  /** Of blocks with at least these records. */
  readonly with = (records: BlockRecords): BlockRanges => this.#all?.get(records) ?? [];

  /** The ranges with state diffs that blocks belong to, and whose earlier state is not known. */
  openedUnknown(blocks: BlockRange): BlockRanges {
    return EVERY_RECORDS.filter((records) => (records & STATE_DIFF) !== 0).flatMap((records) =>
      this.with(records).filter(
        ({ fromBlock, toBlock }) =>
          fromBlock !== this.firstBlock && fromBlock <= blocks.toBlock && toBlock >= blocks.fromBlock,
      ),
    );
  }

  /** The ranges that blocks belong to, by any records; of those that begin in one block the longest. */
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
