import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { wordHex } from '../../domain/chain/word.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import {
  formatStateRead,
  isReadOnRequest,
  parseStateRead,
  type StateRead,
} from '../../domain/event/state-read.js';
import {
  clearStateReads,
  requestStateReads,
  type StateReadRequest,
  type StateReadResultAtBlock,
  takeStateReadResults,
} from '../../event-store/state-read-request.js';
import type { StatePlace } from '../history/state-history.js';
import type { TrackedRun } from './tracked-run.js';

const REQUESTER = 'tracking';

/** A proven answer stays. An answer with a value replaces one without. */
const ADD = `
INSERT INTO tracked_answer (subject, what, block_number, output, is_proven)
SELECT * FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::bytea[], $5::boolean[])
ON CONFLICT (subject, what, block_number) DO UPDATE SET output = excluded.output, is_proven = excluded.is_proven
WHERE NOT tracked_answer.is_proven AND (excluded.output IS NOT NULL OR tracked_answer.output IS NULL)`;

/** Which of these places at the ends of blocks a node gave its word for. */
const GIVEN_WORDS = `
SELECT place::int4 FROM unnest($1::bytea[], $2::text[], $3::int8[]) WITH ORDINALITY given (subject, what, block_number, place)
JOIN tracked_answer word USING (subject, what, block_number) WHERE NOT word.is_proven AND word.output IS NOT NULL`;

const ASK_AGAIN = `
INSERT INTO state_read_request_row (requester, subject, what, block_number)
SELECT '${REQUESTER}', subject, what, block_number FROM gone JOIN canonical_block ON number = block_number ON CONFLICT DO NOTHING`;

const UNWIND = `
WITH gone AS (DELETE FROM tracked_answer WHERE block_number BETWEEN $1 AND $2 RETURNING subject, what, block_number)
${ASK_AGAIN}`;

const WITHDRAW = `
DELETE FROM state_read_request_row request
WHERE requester = '${REQUESTER}' AND block_number BETWEEN $1 AND $2
  AND NOT EXISTS (SELECT FROM canonical_block WHERE number = request.block_number)`;

const CLEAR = `WITH gone AS (DELETE FROM tracked_answer RETURNING subject, what, block_number) ${ASK_AGAIN}`;

/** Asks nodes for what runs lack, where that helps. */
export async function askForMissing(tx: PoolClient, runs: readonly TrackedRun[]): Promise<void> {
  await requestStateReads(tx, REQUESTER, runs.flatMap(requestsOf));
}

function requestsOf({ missing }: TrackedRun): StateReadRequest[] {
  if (missing?.askAt === undefined) return [];
  const { place, askAt } = missing;
  return [{ subject: fromHex(place.address), what: formatStateRead(readOf(missing)), blockNumber: askAt }];
}

function readOf({ place, field = 'balance' }: NonNullable<TrackedRun['missing']>): StateRead {
  if (place.kind === 'slot') return { kind: 'slot', slot: wordHex(place.slot) };
  return place.kind === 'code' ? { kind: 'code' } : { kind: field };
}

/** Asks nodes about places at the ends of blocks. @param reads in words of `formatStateRead` */
export async function requestTracked(
  tx: PoolClient,
  reads: readonly { readonly address: Address; readonly what: string; readonly block: number }[],
): Promise<void> {
  const requests = reads.map(({ address, what, block }) => ({
    ...{ subject: fromHex(address), what },
    blockNumber: block,
  }));
  await requestStateReads(tx, REQUESTER, requests);
}

/** A place whose value at the end of a block a node gave. */
export interface LearntPlace {
  readonly place: StatePlace;
  readonly block: number;
  readonly isProven: boolean;
  /** Whether a node had given its word about the same block: runs may rest on it. */
  readonly replacesWord: boolean;
}

/**
 * Stores what nodes answered, and proofs about blocks for which a node had given its word.
 *
 * @returns the places of these answers
 */
export async function learnAnswers(
  tx: PoolClient,
  recorded: readonly ReadRecorded[],
): Promise<LearntPlace[]> {
  const isOurs = recorded.some(({ reads }) => reads.some(({ what }) => !isReadOnRequest(what)));
  if (!isOurs) return [];
  const taken = await takeStateReadResults(tx, REQUESTER, recorded);
  const proofs = await proofsOfWords(tx, recorded);
  const answers = distinct([...taken, ...proofs]);
  if (answers.length === 0) return [];
  const replacing = new Set(proofs.map(keyOf));
  await tx.query({
    name: 'add tracked answers',
    text: ADD,
    values: [
      answers.map(({ address }) => address),
      answers.map(({ what }) => what),
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ outcome, output }) => (outcome === 'answered' ? output : null)),
      answers.map(({ isProven }) => isProven ?? false),
    ],
  });
  return answers.flatMap((answer) => {
    const { address, what, blockNumber, isProven = false } = answer;
    const replacesWord = replacing.has(keyOf(answer));
    return placeOf(toHex(address) as Address, parseStateRead(what)).map((place) => ({
      ...{ place, isProven, replacesWord },
      block: blockNumber,
    }));
  });
}

/** Proofs of what a node had given its word for, even if nobody asked for them. */
async function proofsOfWords(
  tx: PoolClient,
  recorded: readonly ReadRecorded[],
): Promise<StateReadResultAtBlock[]> {
  const proofs = recorded.flatMap(({ number, reads }) =>
    reads.flatMap((read) => (read.isProven ? [{ ...read, blockNumber: number }] : [])),
  );
  if (proofs.length === 0) return [];
  const { rows } = await tx.query<{ place: number }>({
    name: 'words of proven places',
    text: GIVEN_WORDS,
    values: [
      proofs.map(({ address }) => address),
      proofs.map(({ what }) => what),
      proofs.map(({ blockNumber }) => blockNumber),
    ],
  });
  return rows.map(({ place }) => proofs[place - 1]!);
}

const keyOf = ({ address, what, blockNumber }: StateReadResultAtBlock): string =>
  `${toHex(address)} ${what} ${blockNumber}`;

const distinct = (answers: readonly StateReadResultAtBlock[]): StateReadResultAtBlock[] => [
  ...new Map(answers.map((answer) => [keyOf(answer), answer])).values(),
];

function placeOf(address: Address, read: StateRead): StatePlace[] {
  if (read.kind === 'slot') return [{ kind: 'slot', address, slot: BigInt(read.slot) }];
  if (read.kind === 'code') return [{ kind: 'code', address }];
  return read.kind === 'call' ? [] : [{ kind: 'account', address }];
}

/**
 * A question about a removed block is asked again about the block that replaces it. A rebuild passes both
 * blocks, and must know the answer about the second.
 */
export async function unwindAnswers(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query(WITHDRAW, [from, to]);
  await tx.query(UNWIND, [from, to]);
}

/**
 * Asks answered questions again, which the log answers. A rebuild may apply more blocks at once and so ask
 * about other blocks, and it never asks what was asked on demand or because of a proof.
 */
export async function clearAnswers(tx: PoolClient): Promise<void> {
  await clearStateReads(tx, REQUESTER);
  await tx.query(CLEAR);
}
