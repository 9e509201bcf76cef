import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import type { Hex } from 'viem';

interface Noted {
  readonly block: number;
  /** In the order of the block. */
  readonly transactions: readonly Hex[];
}

/**
 * The signed transactions that others than the scenario sent to the chain, by block. A replay cannot plan them, so they are kept:
 * in a file, or in memory when there is none.
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

  /** The last block with any; 0 when there is none. */
  get lastBlock(): number {
    return Math.max(0, ...this.#byBlock.keys());
  }

  /** Takes the place of what was noted of the block before. */
  note(block: number, transactions: readonly Hex[]): void {
    if (this.at(block).join() === transactions.join()) return;
    // Written to the file first: otherwise it would be missing from the next replay.
    if (this.file !== undefined) append(this.file, { block, transactions });
    this.#byBlock.set(block, transactions);
  }
}

function append(file: string, noted: Noted): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  try {
    appendFileSync(file, `${JSON.stringify(noted)}\n`);
  } catch (error) {
    // A full disk may have taken half of the line, which the next one would follow.
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
