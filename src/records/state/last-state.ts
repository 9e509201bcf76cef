import type { Pool, PoolClient } from 'pg';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';

/** The last known state of an account; a field is absent where no stored record gives it. */
export interface LastAccount {
  readonly wei?: bigint;
  readonly nonce?: number;
}

/** One slot, both 20 and 32 bytes. */
export interface SlotAsked {
  readonly address: Buffer;
  readonly slot: Buffer;
  /** Expected value, 32 bytes. */
  readonly value: Buffer;
}

/** Where known state at the end of a block begins; no state is known while one of the read models is missing. */
interface Known {
  /** First block of the run of state diffs that ends there or later. */
  readonly since: number;
  /** The same where ommers are known as well: what they were paid is part of what accounts hold. */
  readonly weiSince: number | null;
  /** Whether the run begins the chain, with all that is allocated. */
  readonly isWhole: boolean;
  readonly isWeiWhole: boolean;
}

const KNOWN = `
SELECT told.since, paying.since AS "weiSince",
       EXISTS (SELECT FROM canonical_block WHERE number = told.since AND parent_hash = $2) AS "isWhole",
       EXISTS (SELECT FROM canonical_block WHERE number = paying.since AND parent_hash = $2) AS "isWeiWhole"
FROM (
  SELECT max(lower(run)) FILTER (WHERE family = 'state_diff') AS since, max(lower(run)) AS both_since, count(*) AS families
  FROM coverage, unnest(ranges) run WHERE family IN ('state_diff', 'ommers') AND run @> $1::int8
) told
CROSS JOIN LATERAL (SELECT CASE WHEN families = 2 THEN both_since END AS since) paying
WHERE told.since IS NOT NULL
  AND (SELECT count(*) FROM checkpoint WHERE reader IN ('native_balance', 'storage', 'contract')) = 3`;

/** The state that transactions left, plus later protocol payments. The move of the DAO fork is not known here. */
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

/** What nothing wrote is zero where the run begins the chain, and since its account began or ended. */
const LAST_SLOTS = `
SELECT last.after AS value, last.block_number AS "blockNumber",
       last.after IS NULL AND ($5 OR EXISTS (
         SELECT FROM storage_clearing WHERE address = asked.address AND block_number BETWEEN $3 AND $4
       )) AS "isZero"
FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY asked (address, slot, at)
LEFT JOIN LATERAL last_slot_change(asked.address, asked.slot, $3, $4) last ON true
ORDER BY asked.at`;

/** Known slots whose value is no longer known: their account ended or began since, which state diffs do not list slot by slot. */
const UNSURE = `
SELECT asked.at::int4 AS at
FROM unnest($1::bytea[], $2::int8[], $3::bool[]) WITH ORDINALITY asked (address, told, is_zero, at)
WHERE is_zero AND EXISTS (
  SELECT FROM code_change change
  WHERE change.address = asked.address AND change.block_number BETWEEN asked.told AND $4
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

  /** At the end of a block, in the order asked. One query, whatever the number of accounts. */
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

  /** Words at the end of a block, in the order asked, 32 bytes each; undefined where it is not known. */
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
