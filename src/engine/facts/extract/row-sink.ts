import type { Catalog } from '../../../definition/model/definition.js';
import type { VerifiedBlock } from '../../../domain/chain/record/block.js';
import type { FactRow } from '../../model/fact-row.js';
import { sameValue } from '../../model/steps.js';

/**
 * Collects the rows of one block from extractors of all kinds. Of rows that repeat one another it keeps the
 * earliest. Where the code of their subject changes, it keeps the earliest of each transaction, because the
 * logs of one transaction belong to one lifetime.
 */
export class RowSink {
  readonly rows: FactRow[] = [];
  readonly number: number;
  readonly #kept = new Map<string, FactRow['value']>();

  /** @param codeChanged addresses whose code changes in the block: a row of theirs may repeat that of an earlier lifetime */
  constructor(
    readonly block: VerifiedBlock,
    private readonly sources: Catalog['sources'],
    private readonly codeChanged: ReadonlySet<string>,
  ) {
    this.number = block.header.number;
  }

  add(row: Omit<FactRow, 'blockNumber' | 'isInitial'>): void {
    if (this.#isNew(row)) this.rows.push({ ...row, blockNumber: this.number, isInitial: false });
  }

  /** Adds the value that a fact source had before the block. Only the first change of a source gives it. */
  addInitialState(row: Omit<FactRow, 'blockNumber' | 'isInitial'>): void {
    const name = `${row.source} ${row.subject} opening`;
    if (this.#kept.has(name)) return;
    this.#kept.set(name, row.value);
    this.rows.push({ ...row, blockNumber: this.number, isInitial: true });
  }

  #isNew({ source, subject, key, txIndex, value }: Omit<FactRow, 'blockNumber' | 'isInitial'>): boolean {
    const { keeps, scopedToLifetime } = this.sources[source]!;
    const changesCode = scopedToLifetime && this.codeChanged.has(subject);
    const name = `${source} ${subject} ${key}${changesCode ? ` ${txIndex}` : ''}`;
    const known = this.#kept.get(name);
    if (known !== undefined && (keeps === 'first' || sameValue(known, value))) return false;
    this.#kept.set(name, value);
    return true;
  }
}
