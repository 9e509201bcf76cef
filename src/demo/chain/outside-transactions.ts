import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import type { Hex } from 'viem';

interface Noted {
  readonly block: number;
  /** In the order of the block. */
  readonly transactions: readonly Hex[];
}

/**
 * The signed transactions that did not come from the scenario, by block. A replay cannot plan them, so they
 * are kept in a file, or in memory if none is given.
 */
export class OutsideTransactions {
  readonly #byBlock = new Map<number, readonly Hex[]>();

  constructor(private readonly file?: string) {
    for (const { block, transactions } of file === undefined ? [] : read(file))
      this.#byBlock.set(block, transactions);
  }

  /** The transactions of a block. */
  at(block: number): readonly Hex[] {
    return this.#byBlock.get(block) ?? [];
  }

  /** The last block with such transactions; 0 if there is none. */
  get lastBlock(): number {
    return Math.max(0, ...this.#byBlock.keys());
  }

  /** Notes the transactions of a block, in place of those noted for it before. */
  note(block: number, transactions: readonly Hex[]): void {
    if (this.at(block).join() === transactions.join()) return;
    // The file comes first: if writing fails, the block must not have them, because the next replay would
    // lack them.
    if (this.file !== undefined) append(this.file, { block, transactions });
    this.#byBlock.set(block, transactions);
  }
}

function append(file: string, noted: Noted): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  try {
    appendFileSync(file, `${JSON.stringify(noted)}\n`);
  } catch (error) {
    // A full disk may have taken only half of the line, and the next line must not follow it.
    if (existsSync(file)) truncateSync(file, size);
    throw error;
  }
}

function read(file: string): Noted[] {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    // The last line may have been cut off by a kill.
    if (end < text.length) truncateSync(file, end);
    const lines = text.slice(0, end).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Noted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
