import type { Pool } from 'pg';
import { sha256Hex } from '../../src/domain/canonical/canonical-json.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { NAME_CLAIMS } from '../../src/projection/name/held-names.js';
import { insert } from '../e2e/fixture/store-chain.js';
import { storeClaims } from '../e2e/fixture/store-claims.js';

/** The declarations of a token; null if it has none. */
export interface StoredToken {
  readonly address: string;
  readonly symbol: string | Buffer | null;
  readonly name: string | Buffer | null;
}

/** A claim that holds at the coverage head. */
export interface StoredNameClaim {
  readonly address: string;
  readonly id: string;
  readonly value?: string;
}

export const HEAD = 199;
const FIRST = 100;

/** Stores evaluated blocks, and definitions without claims. */
export async function storeNameDefinitions(pool: Pool): Promise<void> {
  const ids = [...NAME_CLAIMS, 'address_nature:contract', 'asset:erc20'];
  await storeClaims(pool, {
    evaluated: { '': [[FIRST, HEAD]], frames: [[FIRST, HEAD]] },
    definitions: Object.fromEntries(ids.map((id) => [id, ''])),
  });
}

/** Writes the rows that the engine would have written, with their events. */
export async function storeNameClaims(pool: Pool, claims: readonly StoredNameClaim[]): Promise<void> {
  await pool.query(
    `WITH given AS (
       SELECT row_number() OVER () + (SELECT coalesce(max(position), 0) FROM fact_event) AS position, given.*, number AS definition,
              (SELECT id FROM definition_set WHERE current) AS definition_set
       FROM unnest($1::bytea[], $2::text[], $3::text[]) AS given (subject, id, value) JOIN definition_number ON definition_number.id = given.id
     )
     INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, value, reference_block,
       proof_hash, proof, position, evaluated_at)
     SELECT definition_set, subject, definition, '', $4, $4, value, $4, $5, '{}', position, 0 FROM given`,
    [
      claims.map(({ address }) => fromHex(address)),
      claims.map(({ id }) => id),
      claims.map(({ value }) => value ?? null),
      FIRST,
      Buffer.from(sha256Hex('a proof'), 'hex'),
    ],
  );
}

/** Makes a claim undecided at the coverage head. */
export async function storeUndecidedName(pool: Pool, address: string, id: string): Promise<void> {
  await pool.query(
    `INSERT INTO undecided_interval (definition_set, start_block, subject, definitions)
     SELECT definition_set.id, $3, $1, ARRAY[number]::int2[] FROM definition_set, definition_number
     WHERE current AND definition_number.id = $2`,
    [fromHex(address), id, FIRST],
  );
}

/** Removes claims, as the engine does once they are not proven. */
export async function dropNameClaims(pool: Pool, address: string): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM proof_segment WHERE subject = $1 RETURNING *)
     INSERT INTO fact_event_row (position, definition_set, kind, block_number, subject, definition, object)
     SELECT row_number() OVER () + (SELECT coalesce(max(position), 0) FROM fact_event), definition_set, 'lapsed', start_block, subject, definition,
            object
     FROM gone`,
    [fromHex(address)],
  );
}

export async function storeTokens(pool: Pool, tokens: readonly StoredToken[]): Promise<void> {
  const text = (value: string | Buffer | null) => (typeof value === 'string' ? Buffer.from(value) : value);
  await pool.query(
    'INSERT INTO token_metadata (token, symbol, name, block_number) SELECT *, $4 FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])',
    [
      tokens.map(({ address }) => fromHex(address)),
      tokens.map(({ symbol }) => text(symbol)),
      tokens.map(({ name }) => text(name)),
      FIRST,
    ],
  );
}

/** Stores holders of tokens, with amounts or items. */
export async function storeHolders(
  pool: Pool,
  holders: readonly { readonly address: string; readonly ever: number; readonly of?: 'items' }[],
): Promise<void> {
  for (const { address, ever, of } of holders)
    await insert(pool, 'token', {
      address: fromHex(address),
      erc20_transfers: of ? 0 : 1,
      erc721_transfers: of ? 1 : 0,
      erc1155_transfers: 0,
      unindexed_transfers: 0,
      erc777_events: 0,
      erc4626_events: 0,
      transfers: 1,
      mints: 0,
      burns: 0,
      minted: 0,
      burned: 0,
      [of ? 'item_holders_ever' : 'amount_holders_ever']: ever,
    });
}

/** Serves another definition set, without claims. */
export async function takeBackDefinitions(pool: Pool): Promise<void> {
  await pool.query('UPDATE definition_set SET current = false');
  await pool.query("INSERT INTO definition_set (digest, current) VALUES ('another', true)");
}
