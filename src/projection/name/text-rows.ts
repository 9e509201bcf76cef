import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { carriesHex, folded, lengthOf, type MatchedOn } from './findable-text.js';
import { holdersOf, textsOf } from './name-match.js';
import { standingGroup } from './presentation.js';
import type { PresentedAddress } from './presented-address.js';

/** A row of `name_text`. */
export interface TextRow {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: Address;
  readonly matched_on: number;
  readonly folded: string;
  readonly length: number;
  readonly carries_hex: boolean;
  readonly standing_group: number;
  readonly holders: number;
}

export const MATCHED_ON_CODES: Readonly<Record<MatchedOn, number>> = {
  name: 1,
  token_symbol: 2,
  token_name: 3,
};

/** The rows by which an address is found. */
export function textRows(presented: PresentedAddress): TextRow[] {
  return textsOf(presented).map(({ matchedOn, text }) => {
    const searched = folded(text);
    return {
      address: presented.address,
      matched_on: MATCHED_ON_CODES[matchedOn],
      // PostgreSQL text cannot hold NUL; no query has a control character.
      folded: searched.replaceAll('\0', '\u0001'),
      length: lengthOf(text),
      carries_hex: carriesHex(searched),
      standing_group: standingGroup(presented.presentation),
      holders: holdersOf(presented),
    };
  });
}

const GIVEN = `
unnest($1::bytea[], $2::int2[], $3::text[], $4::int4[], $5::bool[], $6::int2[], $7::int8[])
  AS given (address, matched_on, folded, length, carries_hex, standing_group, holders)`;

const INSERT_TEXTS = `
INSERT INTO name_text (address, matched_on, is_token, folded, length, carries_hex, standing_group, holders)
SELECT address, matched_on, matched_on > 1, folded, length, carries_hex, standing_group, holders FROM ${GIVEN}`;

const DELETE_TEXTS = `
DELETE FROM name_text USING ${GIVEN}
WHERE name_text.address = given.address AND name_text.matched_on = given.matched_on`;

const PAIRS_OF_GIVEN = `
SELECT pair, matched_on > 1 AS is_token, standing_group, closeness, holders, length, address, matched_on, signature
FROM ${GIVEN} CROSS JOIN LATERAL (SELECT name_signature(folded) AS signature OFFSET 0) signed
CROSS JOIN LATERAL name_pairs(folded, carries_hex)`;

const INSERT_PAIRS = `
INSERT INTO name_pair (pair, is_token, standing_group, closeness, holders, length, address, matched_on, signature) ${PAIRS_OF_GIVEN}`;

const DELETE_PAIRS = `
DELETE FROM name_pair USING (${PAIRS_OF_GIVEN}) gone
WHERE name_pair.pair = gone.pair AND name_pair.is_token = gone.is_token
  AND name_pair.standing_group = gone.standing_group AND name_pair.closeness = gone.closeness
  AND name_pair.holders = gone.holders AND name_pair.length = gone.length
  AND name_pair.address = gone.address AND name_pair.matched_on = gone.matched_on`;

export async function addTexts(tx: PoolClient, rows: readonly TextRow[]): Promise<void> {
  await both(tx, rows, INSERT_TEXTS, INSERT_PAIRS);
}

/** Removes rows, given as stored. */
export async function removeTexts(tx: PoolClient, rows: readonly TextRow[]): Promise<void> {
  await both(tx, rows, DELETE_TEXTS, DELETE_PAIRS);
}

async function both(
  tx: PoolClient,
  rows: readonly TextRow[],
  ...statements: readonly string[]
): Promise<void> {
  if (rows.length === 0) return;
  const values = [
    rows.map(({ address }) => fromHex(address)),
    rows.map(({ matched_on }) => matched_on),
    rows.map((row) => row.folded),
    rows.map(({ length }) => length),
    rows.map(({ carries_hex }) => carries_hex),
    rows.map(({ standing_group }) => standing_group),
    rows.map(({ holders }) => holders),
  ];
  for (const statement of statements) await tx.query(statement, values);
}
