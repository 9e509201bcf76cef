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

/** A block in which a token is first seen, or that may have changed what it declares. */
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
/** A longer text is not a symbol or name, and a part of it would be another text. */
const MAX_TEXT_BYTES = 2_048;

/** Whether the token was read at this block or a lower one. */
const IS_KNOWN = (asked: string): string => `EXISTS (
  SELECT FROM token_declaration known WHERE known.token = ${asked}.token AND known.block_number <= ${asked}.block_number)`;

/** Whether the token was read at a lower block, so that it already was a token. */
const IS_LATER = (asked: string): string => `EXISTS (
  SELECT FROM token_declaration lower WHERE lower.token = ${asked}.token AND lower.block_number < ${asked}.block_number)`;

const ADD = `
INSERT INTO token_declaration (token, block_number, is_setting, open_reads)
SELECT first.*, ${ALL_OPEN} FROM unnest($1::bytea[], $2::int8[], $3::bool[]) AS first (token, block_number, is_setting)
WHERE NOT ${IS_KNOWN('first')}
RETURNING token`;

/** Reads tokens again. A row exists already if a token is first seen where it changed its settings. */
const AGAIN = `
INSERT INTO token_declaration (token, block_number, is_setting, open_reads)
SELECT token, block_number, true, ${ALL_OPEN} FROM setting WHERE is_known
ON CONFLICT (token, block_number) DO UPDATE SET is_setting = true WHERE NOT token_declaration.is_setting`;

/** Adds blocks in which contracts changed settings. Some contracts may become tokens only later. */
const ADD_SETTINGS = `
WITH setting AS MATERIALIZED (
  SELECT token, block_number, ${IS_KNOWN('one')} AS is_known FROM unnest($1::bytea[], $2::int8[]) AS one (token, block_number)
), again AS (${AGAIN})
INSERT INTO token_setting (token, block_number) SELECT token, block_number FROM setting WHERE NOT is_known`;

/** Reads tokens again at blocks in which they changed settings before they were known as tokens. */
const MOVE_SETTINGS = `
WITH setting AS (
  DELETE FROM token_setting one WHERE token = ANY($1) AND ${IS_KNOWN('one')} RETURNING token, block_number, true AS is_known
)${AGAIN}`;

/**
 * Stores results. Results of reads that are not open are left out: others requested them. `answered` says
 * that there are results and that none is unavailable. If it is false and not all reads are open, one is
 * unavailable.
 */
const LEARN = `
UPDATE token_declaration declared
SET open_reads = open_reads & ~$7::int2, answered = received.answered AND (declared.answered OR open_reads = ${ALL_OPEN}), symbol = coalesce(received.symbol, declared.symbol),
    name = coalesce(received.name, declared.name), decimals = coalesce(received.decimals, declared.decimals)
FROM unnest($1::bytea[], $2::int8[], $3::bool[], $4::bytea[], $5::bytea[], $6::int2[])
  AS received (token, block_number, answered, symbol, name, decimals)
WHERE declared.token = received.token AND declared.block_number = received.block_number AND open_reads & $7::int2 <> 0
RETURNING declared.token`;

/**
 * The current declaration of a token: that of the newest complete repeated read, otherwise that of the lowest
 * first read. So it does not depend on the order of blocks. A read with an unavailable part does not count,
 * because that part may be declared.
 */
const CURRENT = `
SELECT DISTINCT ON (token) token, symbol, name, decimals, block_number AS "blockNumber"
FROM token_declaration declared
CROSS JOIN LATERAL (SELECT is_setting AND ${IS_LATER('declared')} AS again) asked
WHERE token = ANY($1) AND answered AND NOT (again AND open_reads <> 0)
ORDER BY token, again DESC, CASE WHEN again THEN -block_number ELSE block_number END`;

const DELETE = `
WITH unset AS (DELETE FROM token_setting WHERE block_number BETWEEN $1 AND $2)
DELETE FROM token_declaration WHERE block_number BETWEEN $1 AND $2 RETURNING token, block_number AS "blockNumber"`;

/**
 * Tokens that were read at removed blocks and at no lower one. They may no longer be tokens, or be tokens
 * from a later block on.
 */
const FIRST_GONE = `
SELECT DISTINCT token FROM unnest($1::bytea[], $2::int8[]) AS gone (token, block_number) WHERE NOT ${IS_LATER('gone')}`;

const STILL_TOKENS = 'SELECT address FROM token WHERE address = ANY($1)';

/** Removes repeated reads of addresses that were not tokens at that time; only their settings stay. */
const DELETE_UNFOUNDED = `
WITH unfounded AS (
  DELETE FROM token_declaration declared
  WHERE token = ANY($1) AND NOT EXISTS (
    SELECT FROM unnest($2::bytea[], $3::int8[]) AS first (token, block_number)
    WHERE first.token = declared.token AND first.block_number <= declared.block_number)
  RETURNING token, block_number, is_setting
)
INSERT INTO token_setting (token, block_number) SELECT token, block_number FROM unfounded WHERE is_setting`;

/**
 * Reads the whole table. Runs only for tokens whose first events were removed while a range above has later
 * ones, which is very rare.
 */
const FIRST_LEFT = `
SELECT token, min(block_number) AS "blockNumber" FROM token_activity WHERE token = ANY($1) GROUP BY token`;

/**
 * Requests the declarations of tokens at their first known block, once. If no node has that state, it is not
 * requested again at later blocks, because nodes without history would get calls for every block. What such a
 * token declares is then known only from a repeated read, or if a later block came first.
 *
 * @param settings blocks that may have changed declarations: tokens are read again there
 */
export async function requestDeclarations(
  tx: PoolClient,
  firsts: readonly DeclaringBlock[],
  settings: readonly DeclaringBlock[] = [],
): Promise<void> {
  const changed = new Set(settings.map(keyOf));
  const { rows } = await tx.query<{ token: Buffer }>(ADD, [
    ...columns(firsts),
    firsts.map((first) => changed.has(keyOf(first))),
  ]);
  if (settings.length > 0) await tx.query(ADD_SETTINGS, columns(settings));
  if (rows.length > 0) await tx.query(MOVE_SETTINGS, [rows.map(({ token }) => token)]);
}

const keyOf = ({ token, blockNumber }: DeclaringBlock): string =>
  `${blockNumber} ${token.toString('latin1')}`;

/** Stores the results of reads. */
export async function learnDeclarations(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> {
  const received = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const learned: Buffer[] = [];
  // One statement per declaration, because an update that joins several rows uses only one of them.
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
  if (learned.length === 0) return;
  // The declaration that counted may have become incomplete.
  if (received.some(({ outcome }) => outcome === 'unavailable')) await removeTokenMetadata(tx, learned);
  await publish(tx, learned);
}

async function publish(tx: PoolClient, tokens: readonly Buffer[]): Promise<void> {
  await putTokenMetadata(tx, (await tx.query<TokenMetadata>(CURRENT, [tokens])).rows);
}

/**
 * Removes the declarations of removed blocks. The events of these blocks must be removed before; for the
 * remaining events, reads are requested.
 */
export async function unwindDeclarations(tx: PoolClient, from: number, to: number): Promise<void> {
  const { rows } = await tx.query<DeclaringBlock>(DELETE, [from, to]);
  if (rows.length === 0) return;
  const tokens = rows.map(({ token }) => token);
  await removeTokenMetadata(tx, tokens);
  const gone = (await tx.query<{ token: Buffer }>(FIRST_GONE, columns(rows))).rows.map(({ token }) => token);
  if (gone.length > 0) await requestLeft(tx, gone);
  await publish(tx, tokens);
}

/** Requests reads of tokens whose first events were removed, at their first remaining event. */
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
