import type { SourceId } from '../../definition/model/predicate.js';
import type { FactRow } from './fact-row.js';

type ByKey = Map<string, FactRow[]>;

const NONE: readonly never[] = [];

/**
 * Rows of one address by source and key. There is one for each address that a step touches, most with no row or a few without a key, so
 * maps are made only when needed.
 */
export class FactRowIndex {
  static readonly #empty = new FactRowIndex();
  /** Rows without a key. */
  #rows: Map<SourceId, FactRow[]> | undefined;
  #keyed: Map<SourceId, ByKey> | undefined;

  private constructor() {}

  static of(rows: readonly FactRow[]): FactRowIndex {
    if (rows.length === 0) return FactRowIndex.#empty;
    const index = new FactRowIndex();
    for (const row of rows) index.#add(row);
    return index;
  }

  #add(row: FactRow): void {
    if (row.key === '') {
      this.#rows ??= new Map();
      addTo(this.#rows, row.source, row);
      return;
    }
    this.#keyed ??= new Map();
    let byKey = this.#keyed.get(row.source);
    if (!byKey) {
      byKey = new Map();
      this.#keyed.set(row.source, byKey);
    }
    addTo(byKey, row.key, row);
  }

  has(source: SourceId): boolean {
    return this.#rows?.has(source) === true || this.#keyed?.has(source) === true;
  }

  countOf(source: SourceId): number {
    let count = this.#rows?.get(source)?.length ?? 0;
    for (const rows of this.#keyed?.get(source)?.values() ?? NONE) count += rows.length;
    return count;
  }

  /** In the order in which they were given. */
  of(source: SourceId, key: string): readonly FactRow[] {
    const rows = key === '' ? this.#rows?.get(source) : this.#keyed?.get(source)?.get(key);
    return rows ?? NONE;
  }

  /** Ascending; `''` first where there are rows without a key. */
  keysOf(source: SourceId): readonly string[] {
    const keys = [...(this.#keyed?.get(source)?.keys() ?? [])].sort();
    return this.#rows?.has(source) ? ['', ...keys] : keys;
  }
}

function addTo<Name>(rows: Map<Name, FactRow[]>, name: Name, row: FactRow): void {
  const known = rows.get(name);
  if (known) known.push(row);
  else rows.set(name, [row]);
}
