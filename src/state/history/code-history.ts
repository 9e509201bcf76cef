import type { Pool, PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { StateAnswer } from './known-state.js';
import { type CoverageRow, type RecordedAnswers, type RecordedRow, stateAnswer } from './state-answer.js';

/** The code of an account: of a delegating one its designator. */
export interface Code {
  /** 32 bytes. */
  readonly hash: Buffer;
  /** Empty where there is none. */
  readonly bytes: Buffer;
}

/** A code is asked for at the end of a block. */
export interface CodeAsked {
  readonly address: Address;
  readonly block: number;
}

/** The last change of each code up to its block and the first after it, within the covered range, and what was recorded between them. */
const CODES = `
SELECT around."isStored", around."isCovered", around."firstBlock", around."lastBlock", around."isWhole", around."listedSince",
       last.block_number AS "lastWrite", code.hash, code.code AS bytes,
       next.block_number AS "nextWrite", next.is_creation AS "isCreation",
       recorded.output, recorded.is_proven AS "isProven", recorded.is_contradicted AS "isContradicted", recorded.block_number AS "recordedAt"
FROM unnest($1::bytea[], $2::int8[]) WITH ORDINALITY asked (address, block, at)
JOIN (
  SELECT block, EXISTS (SELECT FROM canonical_block WHERE number = block) AS "isStored",
         EXISTS (SELECT FROM coverage WHERE family = 'state_diff' AND ranges @> block) AS "isCovered",
         covered.first_block AS "firstBlock", covered.last_block AS "lastBlock", covered.is_whole AS "isWhole",
         listed.first_block AS "listedSince"
  FROM (SELECT DISTINCT unnest($2::int8[]) AS block) one
  LEFT JOIN LATERAL covered_range('{state_diff}', block) covered ON true
  LEFT JOIN LATERAL covered_range('{access_list}', block) listed ON true
  OFFSET 0
) around USING (block)
LEFT JOIN LATERAL (
  SELECT block_number, CASE kind WHEN 'set' THEN code_hash END AS code_hash FROM code_change
  WHERE address = asked.address AND block_number BETWEEN around."firstBlock" AND asked.block
  ORDER BY block_number DESC, tx_index DESC LIMIT 1
) last ON true
LEFT JOIN code ON code.hash = last.code_hash
LEFT JOIN LATERAL (
  SELECT block_number, creation_type IS NOT NULL AS is_creation FROM code_change
  WHERE address = asked.address AND block_number > asked.block AND block_number <= around."lastBlock"
  ORDER BY block_number, tx_index LIMIT 1
) next ON true
LEFT JOIN LATERAL (
  SELECT * FROM recorded_state(asked.address, 'code', $3,
    coalesce(last.block_number, around."firstBlock", asked.block), coalesce(next.block_number - 1, around."lastBlock", asked.block))
) recorded ON true
ORDER BY asked.at`;

interface CodeRow extends CoverageRow, RecordedRow {
  readonly lastWrite: number | null;
  /** Null, like the bytes, where the last write left no code. */
  readonly hash: Buffer | null;
  readonly bytes: Buffer | null;
  readonly nextWrite: number | null;
  readonly isCreation: boolean | null;
}

const NO_CODE: Code = { hash: EMPTY_CODE_HASH, bytes: Buffer.alloc(0) };

/** Codes at the ends of blocks, in the order asked, in one query. */
export async function readCodes(
  db: Pool | PoolClient,
  asked: readonly CodeAsked[],
  answers: RecordedAnswers,
): Promise<StateAnswer<Code>[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.query<CodeRow>({
    name: 'codes at blocks',
    text: CODES,
    values: [asked.map(({ address }) => fromHex(address)), asked.map(({ block }) => block), answers],
  });
  return rows.map((row, at) =>
    stateAnswer(asked[at]!.block, {
      coverage: row,
      lastWrite: row.lastWrite,
      nextWrite: row.nextWrite,
      changed: changedCode(row),
      recorded:
        row.output === null
          ? undefined
          : {
              value: { hash: keccak256(row.output), bytes: row.output },
              isProven: row.isProven === true,
              isContradicted: row.isContradicted === true,
            },
      recordedAt: row.recordedAt,
      isEqual: (one, other) => one.hash.equals(other.hash),
    }),
  );
}

/** The code that state changes give. Before a creation there is none. */
function changedCode({ lastWrite, hash, bytes, isWhole, isCreation }: CodeRow): Code | undefined {
  if (hash !== null && bytes !== null) return { hash, bytes };
  return lastWrite !== null || isWhole || isCreation ? NO_CODE : undefined;
}
