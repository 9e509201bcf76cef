import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { codeChangedContracts } from './code-changed-contracts.js';
import type { StoredSample } from './sample-store.js';
import { sampledTokens } from './sampled-tokens.js';
import { SampledWindows } from './sampled-windows.js';

/** What single blocks say about balances. */
export interface BalanceRecords {
  readonly samples: readonly StoredSample[];
  /** Contracts whose code changed, with repeats. */
  readonly codeChanged: readonly Buffer[];
  /** Encoded rows of `contract_code_change`: a view that is valid until the next call. */
  readonly codeChanges: Buffer;
}

/** Gathers the rows that depend on a single block. */
export class BalanceRows {
  readonly #codeChanges = new BinaryCopy(2);
  readonly #windows = new SampledWindows();

  of(blocks: readonly VerifiedBlock[]): BalanceRecords {
    this.#codeChanges.clear();
    const samples: StoredSample[] = [];
    const codeChanged: Buffer[] = [];
    for (const block of blocks) {
      const { number } = block.header;
      samples.push(...this.#samplesOf(block));
      for (const address of codeChangedContracts(block)) {
        this.#codeChanges.row().bytea(address).int4(number);
        codeChanged.push(address);
      }
    }
    return { samples, codeChanged, codeChanges: this.#codeChanges.finish() };
  }

  /** To be called after the stored samples were changed elsewhere. */
  resetCache(): void {
    this.#windows.resetCache();
  }

  #samplesOf(block: VerifiedBlock): StoredSample[] {
    const { number } = block.header;
    const tokens = sampledTokens(block, (key) => this.#windows.isWanted(key, number));
    for (const { key } of tokens) this.#windows.note(key, number);
    return tokens.map(({ token, holders }) => ({ token, blockNumber: number, holders }));
  }
}
