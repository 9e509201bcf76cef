import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { mappingWrites } from './mapping-writes.js';
import { CELL_BLOCKS } from './probe-store.js';
import { ProbedCells } from './probed-cells.js';
import { probedTokens } from './probed-tokens.js';
import { recodedContracts } from './recoded-contracts.js';

const COPY_VALUES = 'COPY storage_value (block_number, address, slot, value) FROM STDIN BINARY';
const COPY_PROBES = 'COPY balance_probe (token, cell, block_number, holders, examined) FROM STDIN BINARY';
const COPY_RECODINGS = 'COPY contract_recoding (address, block_number) FROM STDIN BINARY';

/** The rows of some blocks, encoded: views, valid until the next are. */
export interface EncodedRows {
  readonly copies: readonly { readonly statement: string; readonly encoded: Buffer }[];
  /** How many values of mappings there are. */
  readonly values: number;
  /** Tokens that may be looked at, and contracts that got other code; some more than once. */
  readonly probed: readonly Buffer[];
  readonly recoded: readonly Buffer[];
}

/** Makes the rows that rest on nothing but their own block. */
export class BalanceRows {
  readonly #values = new BinaryCopy(4);
  readonly #probes = new BinaryCopy(5);
  readonly #recodings = new BinaryCopy(2);
  readonly #cells = new ProbedCells();

  of(blocks: readonly VerifiedBlock[]): EncodedRows {
    for (const copy of [this.#values, this.#probes, this.#recodings]) copy.clear();
    const probed: Buffer[] = [];
    const recoded: Buffer[] = [];
    for (const block of blocks) {
      const { number } = block.header;
      for (const { address, slot, value } of mappingWrites(block))
        this.#values.row().int8(number).bytea(address).bytea(slot).bytea(value);
      probed.push(...this.#addProbes(block));
      for (const address of recodedContracts(block)) {
        this.#recodings.row().bytea(address).int8(number);
        recoded.push(address);
      }
    }
    const copies = [
      { statement: COPY_VALUES, copy: this.#values },
      { statement: COPY_PROBES, copy: this.#probes },
      { statement: COPY_RECODINGS, copy: this.#recodings },
    ];
    return {
      copies: copies.flatMap(({ statement, copy }) =>
        copy.rows === 0 ? [] : [{ statement, encoded: copy.finish() }],
      ),
      values: this.#values.rows,
      probed,
      recoded,
    };
  }

  /** After a change of what is stored that it was not told of. */
  forget(): void {
    this.#cells.forget();
  }

  #addProbes(block: VerifiedBlock): Buffer[] {
    const { number } = block.header;
    const tokens = probedTokens(block, (key) => this.#cells.isWanted(key, number));
    for (const { token, key, holders } of tokens) {
      this.#probes
        .row()
        .bytea(token)
        .int4(Math.floor(number / CELL_BLOCKS))
        .int8(number)
        .byteaArray(holders)
        .bool(false);
      this.#cells.note(key, number);
    }
    return tokens.map(({ token }) => token);
  }
}
