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

/** The last change of each code up to the block and the first after it, within the covered range, and what was recorded between them. */
const CODES = `
SELECT EXISTS (SELECT FROM canonical_block WHERE number = $2) AS "isStored",
       EXISTS (SELECT FROM coverage WHERE family = 'state_diff' AND ranges @> $2::int8) AS "isCovered",
       covered.first_block AS "firstBlock", covered.last_block AS "lastBlock", covered.is_whole AS "isWhole",
       listed.first_block AS "listedSince",
       last.block_number AS "lastWrite", code.hash, code.code AS bytes,
       next.block_number AS "nextWrite", next.is_creation AS "isCreation",
       recorded.output, recorded.is_proven AS "isProven", recorded.block_number AS "recordedAt"
FROM unnest($1::bytea[]) WITH ORDINALITY asked (address, at)
LEFT JOIN covered_range('{state_diff}', $2) covered ON true
LEFT JOIN covered_range('{access_list}', $2) listed ON true
LEFT JOIN LATERAL (
  SELECT block_number, CASE kind WHEN 'set' THEN code_hash END AS code_hash FROM code_change
  WHERE address = asked.address AND block_number BETWEEN covered.first_block AND $2
  ORDER BY block_number DESC, tx_index DESC LIMIT 1
) last ON true
LEFT JOIN code ON code.hash = last.code_hash
LEFT JOIN LATERAL (
  SELECT block_number, creation_type IS NOT NULL AS is_creation FROM code_change
  WHERE address = asked.address AND block_number > $2 AND block_number <= covered.last_block
  ORDER BY block_number, tx_index LIMIT 1
) next ON true
LEFT JOIN LATERAL (
  SELECT block_number, output, is_proven FROM recorded_state(asked.address, 'code', $3,
    coalesce(last.block_number, covered.first_block, $2), coalesce(next.block_number - 1, covered.last_block, $2))
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

/** Codes at the end of a block, in the order asked, in one query. */
export async function readCodes(
  db: Pool | PoolClient,
  addresses: readonly Address[],
  block: number,
  answers: RecordedAnswers,
): Promise<StateAnswer<Code>[]> {
  if (addresses.length === 0) return [];
  const { rows } = await db.query<CodeRow>({
    name: 'codes at block',
    text: CODES,
    values: [addresses.map(fromHex), block, answers],
  });
  return rows.map((row) =>
    stateAnswer(block, {
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
            },
      recordedAt: row.recordedAt,
      isEqual: (one, other) => one.hash.equals(other.hash),
    }),
  );
}

/** A contract is created only where there is no code. */
function changedCode({ lastWrite, hash, bytes, isWhole, isCreation }: CodeRow): Code | undefined {
  if (hash !== null && bytes !== null) return { hash, bytes };
  return lastWrite !== null || isWhole || isCreation ? NO_CODE : undefined;
}
