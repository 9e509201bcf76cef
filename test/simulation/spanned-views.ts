import type { ViewType } from '../../src/domain/chain/codec/view-value.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { MadeResult, Views } from './made-views.js';

/** Results of view calls that are known in consecutive blocks with state changes, each up to a number of changes. */
export class SpannedViews implements Views {
  readonly #blocks: ReadonlySet<number>;
  /** By call and block from which blocks follow one another: the block from which on there are too many changes. */
  readonly #ends = new Map<string, number>();

  /** @param blocks stored ones */
  constructor(
    private readonly made: Views,
    private readonly mostChanges: number,
    blocks: Iterable<VerifiedBlock>,
  ) {
    this.#blocks = new Set(
      [...blocks].filter(({ stateChanges }) => stateChanges).map(({ header }) => header.number),
    );
  }

  at(contract: string, data: string, type: ViewType | 'delegation', block: number): MadeResult {
    if (!this.#blocks.has(block)) return 'unknown';
    let first = block;
    while (this.#blocks.has(first - 1)) first--;
    const name = `${contract} ${data} ${type} ${first}`;
    const end = this.#ends.get(name) ?? this.#endOf(contract, data, type, first);
    this.#ends.set(name, end);
    return block < end ? this.made.at(contract, data, type, block) : 'unknown';
  }

  #endOf(contract: string, data: string, type: ViewType | 'delegation', first: number): number {
    let changes = 0;
    let before: string | undefined;
    for (let block = first; this.#blocks.has(block); block++) {
      const result = this.made.at(contract, data, type, block);
      if (result === 'unknown') continue;
      const text = JSON.stringify(result);
      if (before !== undefined && text !== before) changes++;
      before = text;
      if (changes > this.mostChanges) return block;
    }
    return Number.POSITIVE_INFINITY;
  }
}
