import type { Pool, PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import type { StateAnswer } from './known-state.js';
import {
  type CoverageRow,
  earliest,
  latest,
  type RecordedAnswers,
  type RecordedRow,
  recordedWord,
  stateAnswer,
} from './state-answer.js';

/** A storage slot of an account. */
export interface Slot {
  readonly address: Address;
  /** A 256-bit key. */
  readonly slot: bigint;
}

/**
 * The last write of each slot up to the block and the first after it, within the covered range, and what was
 * recorded between them. Slots that the protocol writes are known from access lists alone; without a list,
 * only an answer recorded at the block itself counts.
 */
const SLOTS = `
SELECT EXISTS (SELECT FROM canonical_block WHERE number = $5) AS "isStored",
       EXISTS (SELECT FROM coverage WHERE family = 'state_diff' AND ranges @> $5::int8) AS "isCovered",
       covered.first_block AS "firstBlock", covered.last_block AS "lastBlock", covered.is_whole AS "isWhole",
       listed.first_block AS "listedSince",
       last.block_number AS "lastChange", last.after, cleared.block_number AS "lastClearing",
       next.block_number AS "nextChange", next.before, clearing.block_number AS "nextClearing",
       recorded.output, recorded.is_proven AS "isProven", recorded.is_contradicted AS "isContradicted", recorded.block_number AS "recordedAt"
FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::boolean[]) WITH ORDINALITY asked (address, slot, what, is_system, at)
LEFT JOIN covered_range('{access_list}', $5) listed ON true
LEFT JOIN (
  SELECT is_system, range.* FROM (SELECT DISTINCT unnest($4::boolean[]) AS is_system) one
  CROSS JOIN LATERAL covered_range(CASE WHEN is_system THEN '{access_list}'::text[] ELSE '{state_diff}' END, $5) range
  OFFSET 0
) covered USING (is_system)
LEFT JOIN LATERAL last_slot_change(asked.address, asked.slot, covered.first_block, $5) last ON true
LEFT JOIN LATERAL (
  SELECT block_number FROM storage_clearing
  WHERE address = asked.address AND block_number BETWEEN covered.first_block AND $5
  ORDER BY block_number DESC LIMIT 1
) cleared ON true
LEFT JOIN LATERAL next_slot_change(asked.address, asked.slot, $5 + 1, covered.last_block) next ON true
LEFT JOIN LATERAL (
  SELECT block_number FROM storage_clearing
  WHERE address = asked.address AND block_number > $5 AND block_number <= covered.last_block
  ORDER BY block_number LIMIT 1
) clearing ON true
LEFT JOIN LATERAL (
  SELECT * FROM recorded_state(asked.address, asked.what, $6,
    coalesce(greatest(last.block_number, cleared.block_number, covered.first_block), $5),
    coalesce(least(next.block_number - 1, clearing.block_number - 1, covered.last_block), $5))
) recorded ON true
ORDER BY asked.at`;

interface SlotRow extends CoverageRow, RecordedRow {
  readonly lastChange: number | null;
  readonly after: Buffer | null;
  readonly lastClearing: number | null;
  readonly nextChange: number | null;
  readonly before: Buffer | null;
  readonly nextClearing: number | null;
}

/** Slots at the end of a block, in the order asked, in one query. */
export async function readSlots(
  db: Pool | PoolClient,
  asked: readonly Slot[],
  block: number,
  systemContracts: ReadonlySet<Address>,
  answers: RecordedAnswers,
): Promise<StateAnswer<bigint>[]> {
  if (asked.length === 0) return [];
  const words = asked.map(({ slot }) => slot.toString(16).padStart(64, '0'));
  const { rows } = await db.query<SlotRow>({
    name: 'slots at block',
    text: SLOTS,
    values: [
      asked.map(({ address }) => fromHex(address)),
      words.map((word) => withoutZeros(Buffer.from(word, 'hex'))),
      words.map((word) => `slot:0x${word}`),
      asked.map(({ address }) => systemContracts.has(address)),
      block,
      answers,
    ],
  });
  return rows.map((row, at) =>
    row.firstBlock === null && systemContracts.has(asked[at]!.address)
      ? ofSystemContract(row, block)
      : slotAnswer(row, block),
  );
}

function slotAnswer(row: SlotRow, block: number): StateAnswer<bigint> {
  return stateAnswer(block, {
    coverage: row,
    lastWrite: latest(row.lastChange, row.lastClearing),
    nextWrite: earliest(row.nextChange, row.nextClearing),
    changed: changedValue(row),
    recorded: recordedWord(row),
    recordedAt: row.recordedAt,
    isEqual: (one, other) => one === other,
  });
}

function changedValue(row: SlotRow): bigint | undefined {
  const { lastChange, lastClearing, nextChange, nextClearing } = row;
  if (lastChange !== null && lastChange >= (lastClearing ?? 0)) return bytesToBigInt(row.after!);
  if (lastClearing !== null || row.isWhole) return 0n;
  const isNext = nextChange !== null && nextChange <= (nextClearing ?? nextChange);
  return isNext && row.before ? bytesToBigInt(row.before) : undefined;
}

/** Any block may write it, and no access list says whether it did. */
function ofSystemContract(row: SlotRow, block: number): StateAnswer<bigint> {
  const recorded = recordedWord(row);
  const nextChange = block + 1;
  if (!recorded) {
    const reason = row.recordedAt === null ? 'system_contract' : 'no_history';
    return { known: false, reason, askAt: block, nextChange };
  }
  const support = recorded.isProven ? 'proven' : 'attested';
  return { known: true, value: recorded.value, support, since: block, through: block, nextChange };
}
