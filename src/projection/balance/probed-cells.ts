import { CELL_BLOCKS, PROBES_PER_CELL } from './probe-store.js';

interface ProbedCell {
  readonly cell: number;
  probes: number;
  lastBlock: number;
}

/** Which tokens have as many probes in the cell of blocks at hand as are kept, so that no more are gathered only to be dropped. */
export class ProbedCells {
  readonly #last = new Map<string, ProbedCell>();

  /** Whether a probe in this block may be one of those that are kept. */
  isWanted(token: string, block: number): boolean {
    const last = this.#last.get(token);
    return !last || last.cell !== cellOf(block) || last.probes < PROBES_PER_CELL || block < last.lastBlock;
  }

  note(token: string, block: number): void {
    const cell = cellOf(block);
    const last = this.#last.get(token);
    if (last?.cell !== cell) {
      // Of tokens, most are never seen again.
      if (this.#last.size >= MAX_TOKENS) this.#last.clear();
      this.#last.set(token, { cell, probes: 1, lastBlock: block });
      return;
    }
    last.probes++;
    last.lastBlock = Math.max(last.lastBlock, block);
  }

  /** After a change of what is stored that it was not told of. */
  forget(): void {
    this.#last.clear();
  }
}

const MAX_TOKENS = 50_000;
const cellOf = (block: number): number => Math.floor(block / CELL_BLOCKS);
