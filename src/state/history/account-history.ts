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

/** A balance and a nonce are asked for at the end of a block. */
export interface AccountAsked {
  readonly address: Address;
  readonly block: number;
}

/** The last write of each nonce and balance up to its block and the first after it. `account_at` adds what the protocol paid and moved. */
const ACCOUNTS = `
SELECT around."isStored", around."isCovered", around."firstBlock", around."lastBlock", around."isWhole", around."listedSince",
       sent.block_number AS "lastNonce", sent.nonce, next_sent.block_number AS "nextNonce",
       around."paidFirst", around."paidLast",
       held.wei::text, held.wei_since AS "lastWei", next_held.block_number AS "nextWei",
       asked_nonce.output AS "nonceOutput", asked_nonce.is_proven AS "isNonceProven", asked_nonce.is_contradicted AS "isNonceContradicted", asked_nonce.block_number AS "nonceAt",
       asked_wei.output AS "weiOutput", asked_wei.is_proven AS "isWeiProven", asked_wei.is_contradicted AS "isWeiContradicted", asked_wei.block_number AS "weiAt"
FROM unnest($1::bytea[], $2::int8[]) WITH ORDINALITY asked (address, block, at)
JOIN (
  SELECT block, EXISTS (SELECT FROM canonical_block WHERE number = block) AS "isStored",
         EXISTS (SELECT FROM coverage WHERE family = 'state_diff' AND ranges @> block) AS "isCovered",
         covered.first_block AS "firstBlock", covered.last_block AS "lastBlock", covered.is_whole AS "isWhole",
         listed.first_block AS "listedSince", paid.first_block AS "paidFirst", paid.last_block AS "paidLast"
  FROM (SELECT DISTINCT unnest($2::int8[]) AS block) one
  LEFT JOIN LATERAL covered_range('{state_diff}', block) covered ON true
  LEFT JOIN LATERAL covered_range('{access_list}', block) listed ON true
  LEFT JOIN LATERAL covered_range('{state_diff,ommers}', block) paid ON true
  OFFSET 0
) around USING (block)
LEFT JOIN LATERAL last_known_nonce(asked.address, around."firstBlock", asked.block) sent ON true
LEFT JOIN LATERAL next_known_nonce(asked.address, asked.block + 1, around."lastBlock") next_sent ON true
LEFT JOIN LATERAL account_at(asked.address, asked.block, around."paidFirst") held ON around."paidFirst" IS NOT NULL
LEFT JOIN LATERAL (
  SELECT min(block_number) AS block_number FROM (
    SELECT block_number FROM next_known_wei(asked.address, asked.block + 1, around."paidLast")
    UNION ALL
    (SELECT block_number FROM native_move
     WHERE receiver = asked.address AND block_number > asked.block AND block_number <= around."paidLast"
     ORDER BY block_number LIMIT 1)
  ) write
) next_held ON true
LEFT JOIN LATERAL (
  SELECT * FROM recorded_state(asked.address, 'nonce', $3,
    coalesce(sent.block_number, around."firstBlock", asked.block), coalesce(next_sent.block_number - 1, around."lastBlock", asked.block))
) asked_nonce ON true
LEFT JOIN LATERAL (
  SELECT * FROM recorded_state(asked.address, 'balance', $3,
    coalesce(held.wei_since, around."paidFirst", asked.block), coalesce(next_held.block_number - 1, around."paidLast", asked.block))
) asked_wei ON true
ORDER BY asked.at`;

interface AccountRow extends CoverageRow {
  readonly lastNonce: number | null;
  readonly nonce: number | null;
  readonly nextNonce: number | null;
  /** The range around the block whose ommers are known too. */
  readonly paidFirst: number | null;
  readonly paidLast: number | null;
  readonly wei: string | null;
  readonly lastWei: number | null;
  readonly nextWei: number | null;
  /** Recorded answers; the output is null where no node has the state. */
  readonly nonceOutput: Buffer | null;
  readonly isNonceProven: boolean | null;
  readonly isNonceContradicted: boolean | null;
  readonly nonceAt: number | null;
  readonly weiOutput: Buffer | null;
  readonly isWeiProven: boolean | null;
  readonly isWeiContradicted: boolean | null;
  readonly weiAt: number | null;
}

const isEqual = (one: bigint, other: bigint): boolean => one === other;

/**
 * Balances and nonces at the ends of blocks, in the order asked, in one query: the server takes longer to
 * plan it than to look one up.
 */
export async function readAccounts(
  db: Pool | PoolClient,
  asked: readonly AccountAsked[],
  answers: RecordedAnswers,
): Promise<AccountAnswer[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.query<AccountRow>({
    name: 'accounts at blocks',
    text: ACCOUNTS,
    values: [asked.map(({ address }) => fromHex(address)), asked.map(({ block }) => block), answers],
  });
  return rows.map((row, at) => {
    const { block } = asked[at]!;
    return { balance: balanceAnswer(row, block), nonce: nonceAnswer(row, block) };
  });
}

function nonceAnswer(row: AccountRow, block: number): StateAnswer<bigint> {
  return stateAnswer(block, {
    coverage: row,
    lastWrite: row.lastNonce,
    nextWrite: row.nextNonce,
    changed: row.nonce === null ? (row.isWhole ? 0n : undefined) : BigInt(row.nonce),
    recorded: recordedWord({
      output: row.nonceOutput,
      isProven: row.isNonceProven,
      isContradicted: row.isNonceContradicted,
      recordedAt: row.nonceAt,
    }),
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
    recorded: recordedWord({
      output: row.weiOutput,
      isProven: row.isWeiProven,
      isContradicted: row.isWeiContradicted,
      recordedAt: row.weiAt,
    }),
    recordedAt: row.weiAt,
    isEqual,
  });
}
