import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { NO_CODE } from './no-code.js';

/** Runtime code of an address. */
export interface CodeRow {
  /** Last block for which the code is known: state diffs may be missing above it. */
  readonly knownThrough: number;
  readonly codeHash: Hash;
  /** Empty where the code is longer than was asked for. */
  readonly code: Hex;
  /** Bytes. */
  readonly codeSize: number;
  readonly fingerprint: Hex;
}

/** The dispatched selectors of the code of an address. */
export interface SelectorsRow {
  /** As of `CodeRow`. */
  readonly knownThrough: number;
  readonly codeHash: Hash;
  /** `0x` and eight characters each, ascending. */
  readonly selectors: Hex;
}

/** The code, the head, and the first gap that may hide missing code, from one snapshot. */
const statement = (columns: string): string => `
SELECT head.number AS "headNumber", known.block AS "knownThrough", code.hash AS "codeHash", ${columns},
       code.cleared_in IS NOT NULL AS "isCleared", gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL last_code($1) code ON true
LEFT JOIN LATERAL code_known_through($1, head.number) known ON true
LEFT JOIN LATERAL first_gap(CASE WHEN code.hash IS NULL THEN ARRAY['blocks', 'state_diff'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

const CODE = statement(
  `CASE WHEN octet_length(code.code) <= $3 THEN code.code ELSE '' END AS code, octet_length(code.code) AS "codeSize",
   code.fingerprint`,
);

const SELECTORS = statement('code.selectors');

type Found<Row> = Row & MissingRow & { readonly isCleared: boolean };

@Injectable()
export class ContractCodeReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param maxBytes longer code is left out.
   * @throws {NotCovered} with the lowest gap that may hide it
   */
  async codeOf(address: Address, firstBlock: number, maxBytes: number): Promise<CodeRow> {
    return this.#ask<CodeRow>('code of address', CODE, [fromHex(address), firstBlock, maxBytes]);
  }

  /** As `codeOf`. */
  async selectorsOf(address: Address, firstBlock: number): Promise<SelectorsRow> {
    return this.#ask<SelectorsRow>('selectors of address', SELECTORS, [fromHex(address), firstBlock]);
  }

  async #ask<Row extends CodeRow | SelectorsRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row> {
    const { rows } = await this.pool.query<Found<Row>>({
      name,
      text,
      values: [...values],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if ((row.codeHash as string | null) === null) throw NotCovered.record(row);
    return row.isCleared ? { ...row, ...NO_CODE } : row;
  }
}
