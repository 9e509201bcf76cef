import { isExecuted } from '../../src/definition/catalog/describe-source.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import type { SourceKey, ViewChange } from '../../src/engine/model/engine-store.js';
import type { FactRow } from '../../src/engine/model/fact-row.js';
import { noView } from '../../src/engine/model/view-value.js';
import { ViewRowWriter } from '../../src/engine/store/view-results.js';
import type { MadeResult, MadeViews } from '../simulation/made-views.js';

/** Made-up results of view calls as a store gives them to the engine. Results that were once requested are kept up to date. */
export class ShownViews {
  readonly #shown = new Map<string, { readonly key: SourceKey; readonly rows: readonly FactRow[] }>();
  #changes: ViewChange[] = [];

  constructor(
    private readonly views: MadeViews,
    private readonly catalog: Catalog,
    private readonly last: number,
  ) {}

  rows(key: SourceKey): readonly FactRow[] {
    const name = `${key.subject} ${key.source} ${key.key}`;
    const shown = this.#shown.get(name) ?? { key, rows: this.#rowsOf(key) };
    this.#shown.set(name, shown);
    return shown.rows;
  }

  /** Makes some unknown results known. */
  tell(): void {
    this.views.tell();
    for (const [name, { key, rows }] of this.#shown) {
      const now = this.#rowsOf(key);
      const [one, other] = now.length > rows.length ? [now, rows] : [rows, now];
      const at = one.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(other[at]));
      if (at === -1) continue;
      const from = Math.min(now[at]?.blockNumber ?? this.last, rows[at]?.blockNumber ?? this.last);
      this.#shown.set(name, { key, rows: now });
      this.#changes.push(changeOf(key, from));
    }
  }

  /** Changes since the last call. */
  takeChanges(): ViewChange[] {
    return this.#changes.splice(0);
  }

  /** @param isJoined whether the block before is stored */
  changesIn({ fromBlock, toBlock }: BlockRange, isJoined: boolean): ViewChange[] {
    return [...this.#shown.values()].flatMap(({ key, rows }) => {
      const first = rows.find(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock);
      const from = isJoined ? first?.blockNumber : fromBlock;
      return from === undefined ? [] : [changeOf(key, from)];
    });
  }

  #rowsOf(key: SourceKey): readonly FactRow[] {
    const { source } = this.catalog.sources[key.source]!;
    if (!isExecuted(source)) throw new Error('no view call');
    const type = source.kind === 'view' ? source.returns : 'delegation';
    const writer = new ViewRowWriter(key);
    let before: string | undefined;
    for (let block = 0; block <= this.last; block++) {
      const result = this.views.at(key.subject, key.key || '0x', type, block);
      const text = JSON.stringify(result);
      if (text !== before) writer.add(block, factValue(result));
      before = text;
    }
    return writer.rows;
  }
}

function changeOf({ subject, key }: SourceKey, from: number): ViewChange {
  return { contract: subject, data: (key === '' ? '0x' : key) as Hex, from };
}

function factValue(result: MadeResult): FactRow['value'] | readonly string[] {
  if (result === 'unknown') return noView('missing');
  return result === 'none' ? null : (result as FactRow['value'] | readonly string[]);
}
