import type { Catalog } from '../../definition/model/definition.js';
import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import { withoutRepeats } from '../facts/without-repeats.js';
import { isExcessive, MAX_CHANGES } from '../model/change-bound.js';
import type { FactRow } from '../model/fact-row.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import type { Folder, SubjectState } from './subject-state.js';

/** Which rows of new blocks an address in memory takes: none that repeats a value, and no more than are followed. */
export class AddedRows {
  constructor(
    private readonly catalog: Catalog,
    private readonly triggers: TriggerIndex,
    private readonly folder: Folder,
  ) {}

  /**
   * Adds rows of blocks from `first` on to an address. Returns those that may change something and are to be
   * stored.
   *
   * @param ranges with different first blocks, all that hold any of the rows: a row that repeats a value in
   * one may be its first in another
   */
  add(state: SubjectState, rows: readonly FactRow[], ranges: BlockRanges, first: number): readonly FactRow[] {
    const isByKey = ({ source }: FactRow) => this.triggers.isLoadedByKey(source);
    const last = rows[rows.length - 1]!.blockNumber;
    // True where sources are read from the log later: the lifetime that begins in these blocks is stored
    // already.
    const isBorn = state.rows.some(
      ({ source, blockNumber }) =>
        source === this.triggers.codeSources[0] && blockNumber >= first && blockNumber <= last,
    );
    const news = new Set<FactRow>(isBorn ? rows : []);
    for (const range of isBorn ? [] : ranges) {
      const relevant = rows.filter((row) => !isByKey(row) && isWithin(row, range));
      if (relevant.length === 0) continue;
      const known = state.factsBefore(first, range, this.folder);
      for (const row of withoutRepeats(relevant, known, this.catalog)) news.add(row);
    }
    const added = rows.filter((row) => isByKey(row) || news.has(row));
    state.addRows(added, isByKey);
    return this.#withoutExcess(added, state, ranges);
  }

  /** Drops added rows of sources that already have more changes than are followed. */
  #withoutExcess(added: readonly FactRow[], state: SubjectState, ranges: BlockRanges): readonly FactRow[] {
    if (state.rows.length <= MAX_CHANGES) return added;
    const isMore = (row: FactRow, range: BlockRange): boolean => {
      const excess = state.facts(range, this.folder).excessOf(row.source);
      return excess !== undefined && isExcessive(excess, row);
    };
    const removed = new Set(
      added.filter((row) => {
        const holding = ranges.filter((range) => isWithin(row, range));
        const isWhole = !this.triggers.isLoadedByKey(row.source);
        return isWhole && holding.length > 0 && holding.every((range) => isMore(row, range));
      }),
    );
    if (removed.size === 0) return added;
    state.removeRows(removed);
    return added.filter((row) => !removed.has(row));
  }
}

function isWithin({ blockNumber }: FactRow, { fromBlock, toBlock }: BlockRange): boolean {
  return blockNumber >= fromBlock && blockNumber <= toBlock;
}
