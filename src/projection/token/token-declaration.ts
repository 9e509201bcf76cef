import type { PoolClient } from 'pg';
import {
  askNode,
  clearQuestions,
  type NodeAnswer,
  takeAnswers,
  unwindQuestions,
} from '../../event-store/node-question.js';
import { answeredText, answeredUint8 } from '../../kernel/chain/call-answer.js';
import { callDataOf } from '../../kernel/chain/call-data.js';
import { fromHex, toHex } from '../../kernel/chain/hex.js';
import type { ReadRecorded } from '../../kernel/event/chain-event.js';

/** Where a token is seen first. */
export interface FirstEvent {
  readonly token: Buffer;
  readonly blockNumber: number;
}

const ASKER = 'token';
const SYMBOL = callDataOf('symbol()');
const NAME = callDataOf('name()');
const DECIMALS = callDataOf('decimals()');
/** A longer text is no symbol or name, and half of it would be another. */
const MAX_TEXT_BYTES = 2_048;

const ADD = `
INSERT INTO token_declaration (token, block_number)
SELECT first.* FROM unnest($1::bytea[], $2::int8[]) AS first (token, block_number)
WHERE NOT EXISTS (
  SELECT FROM token_declaration known WHERE known.token = first.token AND known.block_number <= first.block_number)
RETURNING token, block_number AS "blockNumber"`;

const LEARN = `
UPDATE token_declaration declared
SET answered = declared.answered OR told.answered, symbol = coalesce(told.symbol, declared.symbol),
    name = coalesce(told.name, declared.name), decimals = coalesce(told.decimals, declared.decimals)
FROM unnest($1::bytea[], $2::int8[], $3::bool[], $4::bytea[], $5::bytea[], $6::int2[])
  AS told (token, block_number, answered, symbol, name, decimals)
WHERE declared.token = told.token AND declared.block_number = told.block_number`;

const PUBLISH = `
INSERT INTO token_metadata (token, symbol, name, decimals, block_number)
SELECT DISTINCT ON (token) token, symbol, name, decimals, block_number FROM token_declaration
WHERE token = ANY($1) AND answered ORDER BY token, block_number
ON CONFLICT (token) DO UPDATE
SET symbol = excluded.symbol, name = excluded.name, decimals = excluded.decimals, block_number = excluded.block_number`;

const FORGET = `
DELETE FROM token_declaration WHERE block_number BETWEEN $1 AND $2 RETURNING token`;

const STILL_TOKENS = 'SELECT address FROM token WHERE address = ANY($1)';

/** Reads all there is: asked of tokens whose first events are gone while later ones stand in a range above, which hardly ever happens. */
const FIRST_LEFT = `
SELECT token, min(block_number) AS "blockNumber" FROM token_activity WHERE token = ANY($1) GROUP BY token`;

/**
 * Asks tokens what they declare, each at the first of its blocks that is known; those that were asked there or earlier not again. Not even
 * where no node has the state there: asking at every later block until one has would cost a node without history calls per block. So of
 * such a token something is known only where a later block came first.
 */
export async function askDeclarations(tx: PoolClient, firsts: readonly FirstEvent[]): Promise<void> {
  const { rows } = await tx.query<FirstEvent>(ADD, [
    firsts.map(({ token }) => token),
    firsts.map(({ blockNumber }) => blockNumber),
  ]);
  const questions = rows.flatMap(({ token, blockNumber }) =>
    [SYMBOL, NAME, DECIMALS].map((what) => ({ subject: token, what, blockNumber })),
  );
  await askNode(tx, ASKER, questions);
}

/** Takes in what they said. */
export async function learnDeclarations(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> {
  const told = (await takeAnswers(tx, ASKER, recorded)).map((answer) => ({
    ...answer,
    ...declarationOf(answer),
  }));
  if (told.length === 0) return;
  // One by one question: an update joined to several rows takes only one of them.
  for (const what of [SYMBOL, NAME, DECIMALS]) {
    const answers = told.filter((answer) => answer.what === what);
    if (answers.length === 0) continue;
    await tx.query(LEARN, [
      answers.map(({ address }) => address),
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ outcome }) => outcome !== 'unavailable'),
      answers.map(({ symbol }) => symbol ?? null),
      answers.map(({ name }) => name ?? null),
      answers.map(({ decimals }) => decimals ?? null),
    ]);
  }
  await tx.query(PUBLISH, [told.map(({ address }) => address)]);
}

/** Forgets what was asked at blocks that are gone; to be called after their events are forgotten, as what is left is asked anew. */
export async function unwindDeclarations(tx: PoolClient, from: number, to: number): Promise<void> {
  await unwindQuestions(tx, ASKER, from, to);
  const { rows } = await tx.query<{ token: Buffer }>(FORGET, [from, to]);
  if (rows.length === 0) return;
  const tokens = rows.map(({ token }) => token);
  await tx.query('DELETE FROM token_metadata WHERE token = ANY($1)', [tokens]);
  await tx.query(PUBLISH, [tokens]);
  const left = (await tx.query<{ address: Buffer }>(STILL_TOKENS, [tokens])).rows.map(
    ({ address }) => address,
  );
  if (left.length > 0) await askDeclarations(tx, (await tx.query<FirstEvent>(FIRST_LEFT, [left])).rows);
}

export async function clearDeclarations(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token_declaration, token_metadata');
  await clearQuestions(tx, ASKER);
}

interface Declaration {
  readonly symbol?: Buffer | undefined;
  readonly name?: Buffer | undefined;
  readonly decimals?: number | undefined;
}

function declarationOf({ what, outcome, output }: NodeAnswer): Declaration {
  if (outcome !== 'answered') return {};
  const answer = toHex(output);
  if (what === DECIMALS) return { decimals: answeredUint8(answer) };
  return { [what === SYMBOL ? 'symbol' : 'name']: textOf(answer) };
}

function textOf(answer: string): Buffer | undefined {
  const text = answeredText(answer);
  if (text === undefined || text.length > 2 + 2 * MAX_TEXT_BYTES) return undefined;
  return fromHex(text);
}
