import { isExecuted } from '../../src/definition/catalog/describe-source.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import type { SourceKey, ViewChange } from '../../src/engine/model/engine-store.js';
import type { FactRow } from '../../src/engine/model/fact-row.js';
import { noView } from '../../src/engine/model/view-value.js';
import { ViewRowWriter } from '../../src/engine/store/view-results.js';
import type { MadeResult, MadeViews, Views } from '../simulation/made-views.js';
import { SpannedViews } from '../simulation/spanned-views.js';

interface Shown {
  readonly key: SourceKey;
  readonly rows: readonly FactRow[];
}

/** Types of which a store gives results from where they are needed. */
const READ_IN_PART: ReadonlySet<string> = new Set(['address', 'bool', 'uint256', 'bytes32', 'delegation']);

/** Made-up results of view calls as a store gives them to the engine. Results that were once requested are kept up to date. */
export class ShownViews {
  readonly #shown = new Map<string, Shown>();
  readonly #blocks = new Map<number, VerifiedBlock>();
  #views: Views;
  #changes: ViewChange[] = [];

  /** @param mostChanges of a result in consecutive blocks; without it all results are known in any block */
  constructor(
    private readonly made: MadeViews,
    private readonly catalog: Catalog,
    private readonly last: number,
    private readonly mostChanges: number | undefined,
  ) {
    this.#views = this.#viewsNow();
  }

  rows(key: SourceKey): readonly FactRow[] {
    const name = `${key.subject} ${key.source} ${key.key}`;
    const shown = this.#shown.get(name) ?? { key, rows: this.#rowsOf(key) };
    this.#shown.set(name, shown);
    return READ_IN_PART.has(this.#typeOf(key)) ? from(shown.rows, key.from ?? 0) : shown.rows;
  }

  /** Makes some unknown results known. */
  tell(): void {
    this.made.tell();
    this.#views = this.#viewsNow();
    for (const { key, was, is } of this.#again()) {
      const [one, other] = is.length > was.length ? [is, was] : [was, is];
      const at = one.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(other[at]));
      if (at === -1) continue;
      const first = Math.min(is[at]?.blockNumber ?? this.last, was[at]?.blockNumber ?? this.last);
      this.#changes.push(changeOf(key, first));
    }
  }

  learn(blocks: readonly VerifiedBlock[]): void {
    for (const block of blocks) this.#blocks.set(block.header.number, block);
    this.#views = this.#viewsNow();
  }

  forget(first: number, last: number): void {
    for (let number = first; number <= last; number++) this.#blocks.delete(number);
    this.#views = this.#viewsNow();
  }

  /** What changed since this was asked last. */
  takeChanges(): ViewChange[] {
    return this.#changes.splice(0);
  }

  /** @param isJoined whether the block before is stored */
  changesIn({ fromBlock, toBlock }: BlockRange, isJoined: boolean): ViewChange[] {
    return this.#again().flatMap(({ key, was, is }) => {
      const within = [...was, ...is]
        .map(({ blockNumber }) => blockNumber)
        .filter((block) => block >= fromBlock && block <= toBlock);
      if (isJoined && within.length === 0) return [];
      return [changeOf(key, isJoined ? Math.min(...within) : fromBlock)];
    });
  }

  #viewsNow(): Views {
    const { made, mostChanges } = this;
    return mostChanges === undefined ? made : new SpannedViews(made, mostChanges, this.#blocks.values());
  }

  /** Reads everything that is shown again. */
  #again() {
    return [...this.#shown].map(([name, { key, rows: was }]) => {
      const is = this.#rowsOf(key);
      this.#shown.set(name, { key, rows: is });
      return { key, was, is };
    });
  }

  #typeOf(key: SourceKey) {
    const { source } = this.catalog.sources[key.source]!;
    if (!isExecuted(source)) throw new Error('no view call');
    return source.kind === 'view' ? source.returns : 'delegation';
  }

  #rowsOf(key: SourceKey): readonly FactRow[] {
    const type = this.#typeOf(key);
    const writer = new ViewRowWriter(key);
    let before: string | undefined;
    for (let block = 0; block <= this.last; block++) {
      const result = this.#views.at(key.subject, key.key || '0x', type, block);
      const text = JSON.stringify(result);
      if (text !== before) writer.add(block, factValue(result));
      before = text;
    }
    return writer.rows;
  }
}

/** From the row on that holds at a block. */
function from(rows: readonly FactRow[], block: number): readonly FactRow[] {
  const held = rows.findLastIndex(({ blockNumber }) => blockNumber <= block);
  return held === -1 ? rows : rows.slice(held);
}

function changeOf({ subject, key }: SourceKey, from: number): ViewChange {
  return { contract: subject, data: (key === '' ? '0x' : key) as Hex, from };
}

function factValue(result: MadeResult): FactRow['value'] | readonly string[] {
  if (result === 'unknown') return noView('missing');
  return result === 'none' ? null : (result as FactRow['value'] | readonly string[]);
}
