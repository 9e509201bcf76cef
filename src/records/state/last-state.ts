import type { Pool, PoolClient } from 'pg';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';

/** The last known state of an account; a field is absent where no stored record gives it. */
export interface LastAccount {
  readonly wei?: bigint;
  readonly nonce?: number;
}

/** One slot and what it is expected to hold. The address has 20 bytes, the slot 32. */
export interface SlotAsked {
  readonly address: Buffer;
  readonly slot: Buffer;
  /** Expected value, 32 bytes. */
  readonly value: Buffer;
}

/** Since when state is known without a gap. Nothing is known while one of the read models is missing. */
interface Known {
  /** First block of the run of state diffs that contains the block. */
  readonly since: number;
  /** Of the run that has ommers too, because rewards for them change balances; null where there is none. */
  readonly weiSince: number | null;
  /** Whether the run begins with the chain's first block, so that it includes the allocation. */
  readonly isWhole: boolean;
  readonly isWeiWhole: boolean;
}

const KNOWN = `
SELECT diffs.since, paying.since AS "weiSince",
       EXISTS (SELECT FROM canonical_block WHERE number = diffs.since AND parent_hash = $2) AS "isWhole",
       EXISTS (SELECT FROM canonical_block WHERE number = paying.since AND parent_hash = $2) AS "isWeiWhole"
FROM (
  SELECT max(lower(run)) FILTER (WHERE family = 'state_diff') AS since, max(lower(run)) AS both_since, count(*) AS families
  FROM coverage, unnest(ranges) run WHERE family IN ('state_diff', 'ommers') AND run @> $1::int8
) diffs
CROSS JOIN LATERAL (SELECT CASE WHEN families = 2 THEN both_since END AS since) paying
WHERE diffs.since IS NOT NULL
  AND (SELECT count(*) FROM checkpoint WHERE reader IN ('native_balance', 'storage', 'contract')) = 3`;

/**
 * The state that transactions left, plus protocol payments since. Wei is null for an account that received
 * the DAO transfer since.
 */
const ACCOUNTS = `
SELECT (CASE WHEN moved.is_so THEN NULL
             WHEN held.wei IS NOT NULL OR $5 THEN coalesce(held.wei, 0) + coalesce(paid.wei, 0) END)::text AS wei,
       coalesce(sent.nonce, CASE WHEN $4 THEN 0 END) AS nonce
FROM unnest($1::bytea[]) WITH ORDINALITY asked (address, at)
LEFT JOIN LATERAL last_wei(asked.address, $6, $3) held ON true
LEFT JOIN LATERAL credited_wei(asked.address, coalesce(held.block_number, $6), $3) paid ON true
LEFT JOIN LATERAL last_nonce(asked.address, $2, $3) sent ON true
CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM native_move WHERE receiver = asked.address AND block_number BETWEEN coalesce(held.block_number + 1, 0) AND $3
  ) AS is_so
) moved
ORDER BY asked.at`;

/**
 * The last write to each slot. Without one, a slot is zero if the run begins the chain, or if its account
 * began or ended in the run.
 */
const LAST_SLOTS = `
SELECT last.after AS value, last.block_number AS "blockNumber",
       last.after IS NULL AND ($5 OR EXISTS (
         SELECT FROM storage_clearing WHERE address = asked.address AND block_number BETWEEN $3 AND $4
       )) AS "isZero"
FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY asked (address, slot, at)
LEFT JOIN LATERAL last_slot_change(asked.address, asked.slot, $3, $4) last ON true
ORDER BY asked.at`;

/**
 * Slots that are expected to be zero and whose account began or ended since their last known write: state
 * diffs do not list the slots that this clears.
 */
const UNSURE = `
SELECT asked.at::int4 AS at
FROM unnest($1::bytea[], $2::int8[], $3::bool[]) WITH ORDINALITY asked (address, last_write, is_zero, at)
WHERE is_zero AND EXISTS (
  SELECT FROM code_change change
  WHERE change.address = asked.address AND change.block_number BETWEEN asked.last_write AND $4
    AND (change.creation_type IS NOT NULL OR change.kind = 'cleared' AND NOT EXISTS (
      SELECT FROM last_nonce(change.address, change.block_number, change.block_number) WHERE nonce > 0))
)`;

const NO_PARENT = Buffer.alloc(32);
const ZERO = Buffer.alloc(32);
const NOTHING: LastAccount = {};

interface SlotRow {
  readonly value: Buffer | null;
  readonly blockNumber: number | null;
  readonly isZero: boolean;
}

/** State of accounts and slots from stored blocks, where it is known without a gap. */
export class LastState {
  constructor(private readonly db: Pool | PoolClient) {}

  /** State at the end of a block, in the order of the addresses. One query for any number of accounts. */
  async accounts(addresses: readonly Buffer[], block: number): Promise<readonly LastAccount[]> {
    const known = addresses.length > 0 ? await this.#knownAt(block) : undefined;
    if (!known) return addresses.map(() => NOTHING);
    const { rows } = await this.db.query<{ wei: string | null; nonce: number | null }>({
      name: 'last of accounts',
      text: ACCOUNTS,
      values: [addresses, known.since, block, known.isWhole, known.isWeiWhole, known.weiSince],
    });
    return rows.map(({ wei, nonce }) => ({
      ...(wei !== null && known.weiSince !== null && { wei: BigInt(wei) }),
      ...(nonce !== null && { nonce }),
    }));
  }

  /** Words at the end of a block, in the order asked, 32 bytes each; undefined where they are not known. */
  async slots(asked: readonly SlotAsked[], block: number): Promise<readonly (Buffer | undefined)[]> {
    const known = asked.length > 0 ? await this.#knownAt(block) : undefined;
    if (!known) return asked.map(() => undefined);
    const { rows } = await this.db.query<SlotRow>({
      name: 'last of slots',
      text: LAST_SLOTS,
      values: [
        asked.map(({ address }) => address),
        asked.map(({ slot }) => withoutZeros(slot)),
        known.since,
        block,
        known.isWhole,
      ],
    });
    const words = rows.map(({ value, isZero }) => (value ? wordOf(value) : isZero ? ZERO : undefined));
    for (const at of await this.#unsure(asked, rows, words, block)) words[at] = undefined;
    return words;
  }

  async #unsure(
    asked: readonly SlotAsked[],
    rows: readonly SlotRow[],
    words: readonly (Buffer | undefined)[],
    block: number,
  ): Promise<number[]> {
    const other = asked.flatMap(({ value }, at) =>
      rows[at]!.value && !words[at]!.equals(value) ? [at] : [],
    );
    if (other.length === 0) return [];
    const { rows: found } = await this.db.query<{ at: number }>({
      name: 'slots that are not known',
      text: UNSURE,
      values: [
        other.map((at) => asked[at]!.address),
        other.map((at) => rows[at]!.blockNumber),
        other.map((at) => asked[at]!.value.equals(ZERO)),
        block,
      ],
    });
    return found.map(({ at }) => other[at - 1]!);
  }

  async #knownAt(block: number): Promise<Known | undefined> {
    const { rows } = await this.db.query<Known>({
      name: 'known at',
      text: KNOWN,
      values: [block, NO_PARENT],
    });
    return rows[0];
  }
}

function wordOf(value: Buffer): Buffer {
  const word = Buffer.alloc(32);
  value.copy(word, 32 - value.length);
  return word;
}
