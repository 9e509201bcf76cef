import { appendFileSync, readFileSync } from 'node:fs';
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

  /** Of a block. */
  at(block: number): readonly Hex[] {
    return this.#byBlock.get(block) ?? [];
  }

  /** The last block with any; 0 when there is none. */
  get lastBlock(): number {
    return Math.max(0, ...this.#byBlock.keys());
  }

  note(block: number, transactions: readonly Hex[]): void {
    if (transactions.length === 0 || this.#byBlock.has(block)) return;
    this.#byBlock.set(block, transactions);
    if (this.file !== undefined)
      appendFileSync(this.file, `${JSON.stringify({ block, transactions } satisfies Noted)}\n`);
  }
}

function read(file: string): Noted[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Noted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
