import type { Pool, PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { StateAnswer } from './known-state.js';
import { type CoverageRow, type RecordedAnswers, recordedWord, stateAnswer } from './state-answer.js';

/** Each field has a history of its own. */
export interface AccountAnswer {
  /** Wei. */
  readonly balance: StateAnswer<bigint>;
  readonly nonce: StateAnswer<bigint>;
}

/** The last write of each nonce and balance up to the block and the first after it. `account_at` adds what the protocol paid and moved. */
const ACCOUNTS = `
SELECT EXISTS (SELECT FROM canonical_block WHERE number = $2) AS "isStored",
       EXISTS (SELECT FROM coverage WHERE family = 'state_diff' AND ranges @> $2::int8) AS "isCovered",
       covered.first_block AS "firstBlock", covered.last_block AS "lastBlock", covered.is_whole AS "isWhole",
       listed.first_block AS "listedSince",
       sent.block_number AS "lastNonce", sent.nonce, next_sent.block_number AS "nextNonce",
       paid.first_block AS "paidFirst", paid.last_block AS "paidLast",
       held.wei::text, held.wei_since AS "lastWei", next_held.block_number AS "nextWei",
       asked_nonce.output AS "nonceOutput", asked_nonce.is_proven AS "isNonceProven", asked_nonce.block_number AS "nonceAt",
       asked_wei.output AS "weiOutput", asked_wei.is_proven AS "isWeiProven", asked_wei.block_number AS "weiAt"
FROM unnest($1::bytea[]) WITH ORDINALITY asked (address, at)
LEFT JOIN covered_range('{state_diff}', $2) covered ON true
LEFT JOIN covered_range('{access_list}', $2) listed ON true
LEFT JOIN covered_range('{state_diff,ommers}', $2) paid ON true
LEFT JOIN LATERAL last_known_nonce(asked.address, covered.first_block, $2) sent ON true
LEFT JOIN LATERAL next_known_nonce(asked.address, $2 + 1, covered.last_block) next_sent ON true
LEFT JOIN LATERAL account_at(asked.address, $2, paid.first_block) held ON paid.first_block IS NOT NULL
LEFT JOIN LATERAL (
  SELECT min(block_number) AS block_number FROM (
    SELECT block_number FROM next_known_wei(asked.address, $2 + 1, paid.last_block)
    UNION ALL
    (SELECT block_number FROM native_move
     WHERE receiver = asked.address AND block_number > $2 AND block_number <= paid.last_block
     ORDER BY block_number LIMIT 1)
  ) write
) next_held ON true
LEFT JOIN LATERAL (
  SELECT block_number, output, is_proven FROM recorded_state(asked.address, 'nonce', $3,
    coalesce(sent.block_number, covered.first_block, $2), coalesce(next_sent.block_number - 1, covered.last_block, $2))
) asked_nonce ON true
LEFT JOIN LATERAL (
  SELECT block_number, output, is_proven FROM recorded_state(asked.address, 'balance', $3,
    coalesce(held.wei_since, paid.first_block, $2), coalesce(next_held.block_number - 1, paid.last_block, $2))
) asked_wei ON true
ORDER BY asked.at`;

interface AccountRow extends CoverageRow {
  readonly lastNonce: number | null;
  readonly nonce: number | null;
  readonly nextNonce: number | null;
  /** Of the range of blocks whose ommers are known too. */
  readonly paidFirst: number | null;
  readonly paidLast: number | null;
  readonly wei: string | null;
  readonly lastWei: number | null;
  readonly nextWei: number | null;
  /** Recorded answers; the output is null where no node has the state. */
  readonly nonceOutput: Buffer | null;
  readonly isNonceProven: boolean | null;
  readonly nonceAt: number | null;
  readonly weiOutput: Buffer | null;
  readonly isWeiProven: boolean | null;
  readonly weiAt: number | null;
}

const isEqual = (one: bigint, other: bigint): boolean => one === other;

/** Balances and nonces at the end of a block, in the order asked, in one query. */
export async function readAccounts(
  db: Pool | PoolClient,
  addresses: readonly Address[],
  block: number,
  answers: RecordedAnswers,
): Promise<AccountAnswer[]> {
  if (addresses.length === 0) return [];
  const { rows } = await db.query<AccountRow>({
    name: 'accounts at block',
    text: ACCOUNTS,
    values: [addresses.map(fromHex), block, answers],
  });
  return rows.map((row) => ({ balance: balanceAnswer(row, block), nonce: nonceAnswer(row, block) }));
}

function nonceAnswer(row: AccountRow, block: number): StateAnswer<bigint> {
  return stateAnswer(block, {
    coverage: row,
    lastWrite: row.lastNonce,
    nextWrite: row.nextNonce,
    changed: row.nonce === null ? (row.isWhole ? 0n : undefined) : BigInt(row.nonce),
    recorded: recordedWord({ output: row.nonceOutput, isProven: row.isNonceProven, recordedAt: row.nonceAt }),
    recordedAt: row.nonceAt,
    isEqual,
  });
}

function balanceAnswer(row: AccountRow, block: number): StateAnswer<bigint> {
  const answer = balanceOf(row, block);
  const lacksOmmers = row.firstBlock !== null && row.paidFirst === null;
  return !answer.known && answer.reason !== 'no_history' && lacksOmmers
    ? { ...answer, reason: 'no_ommers', askAt: block }
    : answer;
}

function balanceOf(row: AccountRow, block: number): StateAnswer<bigint> {
  return stateAnswer(block, {
    coverage: { ...row, firstBlock: row.paidFirst, lastBlock: row.paidLast },
    lastWrite: row.lastWei,
    nextWrite: row.nextWei,
    changed: row.wei === null ? undefined : BigInt(row.wei),
    recorded: recordedWord({ output: row.weiOutput, isProven: row.isWeiProven, recordedAt: row.weiAt }),
    recordedAt: row.weiAt,
    isEqual,
  });
}
