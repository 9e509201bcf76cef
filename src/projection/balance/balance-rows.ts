import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { codeChangedContracts } from './code-changed-contracts.js';
import { WINDOW_BLOCKS } from './sample-store.js';
import { sampledTokens } from './sampled-tokens.js';
import { SampledWindows } from './sampled-windows.js';

const COPY_SAMPLES =
  'COPY balance_sample (token, sample_window, block_number, holders, examined) FROM STDIN BINARY';
const COPY_CODE_CHANGES = 'COPY contract_code_change (address, block_number) FROM STDIN BINARY';

/** Encoded rows of blocks: views that are valid until the next call. */
export interface EncodedRows {
  readonly copies: readonly { readonly statement: string; readonly encoded: Buffer }[];
  /** Tokens to sample, and contracts whose code changed; both with repeats. */
  readonly sampled: readonly Buffer[];
  readonly codeChanged: readonly Buffer[];
}

/** Encodes the rows that depend on their own block alone. */
export class BalanceRows {
  readonly #samples = new BinaryCopy(5);
  readonly #codeChanges = new BinaryCopy(2);
  readonly #windows = new SampledWindows();

  of(blocks: readonly VerifiedBlock[]): EncodedRows {
    for (const copy of [this.#samples, this.#codeChanges]) copy.clear();
    const sampled: Buffer[] = [];
    const codeChanged: Buffer[] = [];
    for (const block of blocks) {
      const { number } = block.header;
      sampled.push(...this.#addSamples(block));
      for (const address of codeChangedContracts(block)) {
        this.#codeChanges.row().bytea(address).int8(number);
        codeChanged.push(address);
      }
    }
    const copies = [
      { statement: COPY_SAMPLES, copy: this.#samples },
      { statement: COPY_CODE_CHANGES, copy: this.#codeChanges },
    ];
    return {
      copies: copies.flatMap(({ statement, copy }) =>
        copy.rows === 0 ? [] : [{ statement, encoded: copy.finish() }],
      ),
      sampled,
      codeChanged,
    };
  }

  /** To be called after the stored samples were changed elsewhere. */
  resetCache(): void {
    this.#windows.resetCache();
  }

  #addSamples(block: VerifiedBlock): Buffer[] {
    const { number } = block.header;
    const tokens = sampledTokens(block, (key) => this.#windows.isWanted(key, number));
    for (const { token, key, holders } of tokens) {
      this.#samples
        .row()
        .bytea(token)
        .int4(Math.floor(number / WINDOW_BLOCKS))
        .int8(number)
        .byteaArray(holders)
        .bool(false);
      this.#windows.note(key, number);
    }
    return tokens.map(({ token }) => token);
  }
}
