import type { PoolClient } from 'pg';
import { answeredText, answeredUint8 } from '../../domain/chain/codec/call-answer.js';
import { callDataOf } from '../../domain/chain/codec/call-data.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import {
  clearTokenMetadata,
  putTokenMetadata,
  removeTokenMetadata,
  type TokenMetadata,
} from '../../records/token-metadata/token-metadata.table.js';

/** A block in which a token is first seen, or that may change its declarations. */
export interface DeclaringBlock {
  readonly token: Buffer;
  readonly blockNumber: number;
}

const SYMBOL = callDataOf('symbol()');
const NAME = callDataOf('name()');
const DECIMALS = callDataOf('decimals()');
/** Bits of `open_reads`, as the view `token_read_request` reads them. */
const READS: readonly (readonly [what: Hex, bit: number])[] = [
  [SYMBOL, 1],
  [NAME, 2],
  [DECIMALS, 4],
];
const ALL_OPEN = 7;
/** A longer text is no symbol or name; a part of it would be another text. */
const MAX_TEXT_BYTES = 2_048;

/** Whether the token was read at a lower block: then it was a token before. */
const IS_LATER = (asked: string): string => `EXISTS (
  SELECT FROM token_declaration lower WHERE lower.token = ${asked}.token AND lower.block_number < ${asked}.block_number)`;

const ADD = `
INSERT INTO token_declaration (token, block_number, open_reads)
SELECT first.*, ${ALL_OPEN} FROM unnest($1::bytea[], $2::int8[]) AS first (token, block_number)
WHERE NOT EXISTS (
  SELECT FROM token_declaration known WHERE known.token = first.token AND known.block_number <= first.block_number)
RETURNING token`;

const ADD_SETTINGS = `
INSERT INTO token_setting (token, block_number)
SELECT * FROM unnest($1::bytea[], $2::int8[]) ON CONFLICT DO NOTHING`;

/** Blocks in which tokens changed settings: these blocks, and all after the first of them. */
const ADD_AGAIN = `
INSERT INTO token_declaration (token, block_number, open_reads)
SELECT token, block_number, ${ALL_OPEN} FROM token_setting setting
WHERE (block_number = ANY($1) OR token = ANY($2)) AND ${IS_LATER('setting')}
ON CONFLICT DO NOTHING`;

/** Results of reads that are not open, which others requested, are left out. */
const LEARN = `
UPDATE token_declaration declared
SET open_reads = open_reads & ~$7::int2, answered = declared.answered OR received.answered, symbol = coalesce(received.symbol, declared.symbol),
    name = coalesce(received.name, declared.name), decimals = coalesce(received.decimals, declared.decimals)
FROM unnest($1::bytea[], $2::int8[], $3::bool[], $4::bytea[], $5::bytea[], $6::int2[])
  AS received (token, block_number, answered, symbol, name, decimals)
WHERE declared.token = received.token AND declared.block_number = received.block_number AND open_reads & $7::int2 <> 0
RETURNING declared.token`;

/** The newest complete repeated read; without any, the lowest read of the first sight: independent of the order of blocks. */
const CURRENT = `
SELECT DISTINCT ON (token) token, symbol, name, decimals, block_number AS "blockNumber"
FROM token_declaration declared
CROSS JOIN LATERAL (
  SELECT ${IS_LATER('declared')} AND EXISTS (
    SELECT FROM token_setting WHERE (token_setting.token, token_setting.block_number) = (declared.token, declared.block_number)
  ) AS again
) asked
WHERE token = ANY($1) AND answered AND NOT (again AND open_reads <> 0)
ORDER BY token, again DESC, CASE WHEN again THEN -block_number ELSE block_number END`;

const DELETE = `
WITH unset AS (DELETE FROM token_setting WHERE block_number BETWEEN $1 AND $2)
DELETE FROM token_declaration WHERE block_number BETWEEN $1 AND $2 RETURNING token, block_number AS "blockNumber"`;

/** Tokens that were read at removed blocks and at no lower one: they may no longer be tokens, or be later ones. */
const FIRST_GONE = `
SELECT DISTINCT token FROM unnest($1::bytea[], $2::int8[]) AS gone (token, block_number) WHERE NOT ${IS_LATER('gone')}`;

const STILL_TOKENS = 'SELECT address FROM token WHERE address = ANY($1)';

/** Repeated reads for addresses that were no tokens yet. */
const DELETE_UNFOUNDED = `
DELETE FROM token_declaration declared
WHERE token = ANY($1) AND NOT EXISTS (
  SELECT FROM unnest($2::bytea[], $3::int8[]) AS first (token, block_number)
  WHERE first.token = declared.token AND first.block_number <= declared.block_number)`;

/** Reads the whole table. It runs only for tokens whose first events were removed while later ones exist in a range above: very rare. */
const FIRST_LEFT = `
SELECT token, min(block_number) AS "blockNumber" FROM token_activity WHERE token = ANY($1) GROUP BY token`;

/**
 * Requests the declarations of tokens at their first known block, once. A state that no node has is not requested again at later blocks:
 * nodes without history would get calls for every block. The declarations of such a token are known only where a later block came first,
 * or from a repeated read.
 *
 * @param settings blocks that may have changed the declarations: these are read again
 */
export async function requestDeclarations(
  tx: PoolClient,
  firsts: readonly DeclaringBlock[],
  settings: readonly DeclaringBlock[] = [],
): Promise<void> {
  const { rows } = await tx.query<{ token: Buffer }>(ADD, columns(firsts));
  const added = rows.map(({ token }) => token);
  if (settings.length > 0) await tx.query(ADD_SETTINGS, columns(settings));
  if (settings.length + added.length === 0) return;
  const numbers = [...new Set(settings.map(({ blockNumber }) => blockNumber))];
  await tx.query(ADD_AGAIN, [numbers, added]);
}

/** Stores the results. */
export async function learnDeclarations(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> {
  const received = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const learned: Buffer[] = [];
  // One statement per declaration: an update joined to several rows takes only one of them.
  for (const [what, bit] of READS) {
    const answers = received
      .filter((answer) => answer.what === what)
      .map((answer) => ({ ...answer, ...declarationOf(answer) }));
    if (answers.length === 0) continue;
    const { rows } = await tx.query<{ token: Buffer }>(LEARN, [
      answers.map(({ address }) => address),
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ outcome }) => outcome !== 'unavailable'),
      answers.map(({ symbol }) => symbol ?? null),
      answers.map(({ name }) => name ?? null),
      answers.map(({ decimals }) => decimals ?? null),
      bit,
    ]);
    learned.push(...rows.map(({ token }) => token));
  }
  if (learned.length > 0) await publish(tx, learned);
}

async function publish(tx: PoolClient, tokens: readonly Buffer[]): Promise<void> {
  await putTokenMetadata(tx, (await tx.query<TokenMetadata>(CURRENT, [tokens])).rows);
}

/** Removes the declarations of removed blocks. The events of these blocks must be removed before: the remaining ones give new reads. */
export async function unwindDeclarations(tx: PoolClient, from: number, to: number): Promise<void> {
  const { rows } = await tx.query<DeclaringBlock>(DELETE, [from, to]);
  if (rows.length === 0) return;
  const tokens = rows.map(({ token }) => token);
  await removeTokenMetadata(tx, tokens);
  const gone = (await tx.query<{ token: Buffer }>(FIRST_GONE, columns(rows))).rows.map(({ token }) => token);
  if (gone.length > 0) await requestLeft(tx, gone);
  await publish(tx, tokens);
}

/** Reads tokens whose first events were removed at the first remaining one. */
async function requestLeft(tx: PoolClient, tokens: readonly Buffer[]): Promise<void> {
  const still = (await tx.query<{ address: Buffer }>(STILL_TOKENS, [tokens])).rows;
  const addresses = still.map(({ address }) => address);
  const left = addresses.length > 0 ? (await tx.query<DeclaringBlock>(FIRST_LEFT, [addresses])).rows : [];
  await tx.query(DELETE_UNFOUNDED, [tokens, ...columns(left)]);
  await requestDeclarations(tx, left);
}

const columns = (blocks: readonly DeclaringBlock[]): [tokens: Buffer[], numbers: number[]] => [
  blocks.map(({ token }) => token),
  blocks.map(({ blockNumber }) => blockNumber),
];

export async function clearDeclarations(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token_setting, token_declaration');
  await clearTokenMetadata(tx);
}

interface Declaration {
  readonly symbol?: Buffer | undefined;
  readonly name?: Buffer | undefined;
  readonly decimals?: number | undefined;
}

function declarationOf({ what, outcome, output }: StateReadResult): Declaration {
  if (outcome !== 'answered') return {};
  const answer = toHex(output);
  if (what === DECIMALS) return { decimals: answeredUint8(answer) };
  return { [what === SYMBOL ? 'symbol' : 'name']: textOf(answer) };
}

function textOf(answer: Hex): Buffer | undefined {
  const text = answeredText(answer);
  if (text === undefined || text.length > 2 + 2 * MAX_TEXT_BYTES) return undefined;
  return fromHex(text);
}
