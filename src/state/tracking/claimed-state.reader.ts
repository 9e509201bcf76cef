import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { wordOf } from '../../domain/chain/word.js';
import { formatStateRead, parseStateRead, type StateRead } from '../../domain/event/state-read.js';
import type { StateAnswer, Support } from '../history/known-state.js';
import type { Slot } from '../history/slot-history.js';
import type { RecordedAnswers } from '../history/state-answer.js';
import { StateHistory } from '../history/state-history.js';
import { newestRun, type LastRunPlaceRow as PlaceRow, placesOfLastRuns } from './last-runs.js';
import { requestTracked } from './tracked-answer.table.js';

/** Something of an account that has one value at the end of a block. */
interface TrackedRead {
  readonly address: Address;
  /** As `formatStateRead` writes it, of anything but a call. */
  readonly what: string;
}

interface TrackedReadAt extends TrackedRead {
  readonly block: number;
}

/**
 * The value of a read, from stored blocks and recorded answers: 32 bytes or a code, and the blocks in which
 * it is the same.
 */
interface TrackedValue {
  readonly value: Buffer;
  readonly support: Support;
  readonly provenAt?: number;
  readonly since: number;
  readonly through: number;
}

/** How many places of one account, and how many of one flush, are given at most. */
const MAX_OF_ACCOUNT = 256;
const MAX_OF_FLUSH = 8_192;
/** Blocks of one flush. Each takes three queries. */
const MAX_BLOCKS = 64;

/**
 * A run holds up to the block before the next run of its call. Runs that new ones end after block `first`
 * count too.
 */
const READ_SINCE = `
SELECT DISTINCT address, kind, slot, block FROM (
  SELECT run.id, CASE WHEN run.since_block > $2 THEN run.since_block ELSE least(next.since_block - 1, $2) END AS block
  FROM tracked_run run LEFT JOIN LATERAL (
    SELECT min(since_block) AS since_block FROM tracked_run later
    WHERE later.contract = run.contract AND later.data = run.data AND later.since_block > run.since_block
  ) next ON true
  WHERE run.id > $1 AND run.outcome IN ('returned', 'reverted')
  UNION ALL
  SELECT ended.id, run.since_block - 1
  FROM tracked_run run CROSS JOIN LATERAL (
    SELECT id, outcome FROM tracked_run earlier
    WHERE earlier.contract = run.contract AND earlier.data = run.data AND earlier.since_block < run.since_block
    ORDER BY since_block DESC LIMIT 1
  ) ended
  WHERE run.id > $1 AND run.since_block > $3 AND run.since_block <= $2 AND ended.outcome IN ('returned', 'reverted')
) run JOIN tracked_read ON run_id = id
ORDER BY block DESC LIMIT $4`;

/** One index step for each slot, however many runs read it. */
const READ_OF = `
SELECT named.address, place.* FROM unnest($1::bytea[]) AS named (address) CROSS JOIN LATERAL (
  (WITH RECURSIVE walked AS (
    (SELECT slot, 1 AS found FROM tracked_place WHERE kind = 's' AND address = named.address ORDER BY slot LIMIT 1)
    UNION ALL
    SELECT next.slot, found + 1 FROM walked CROSS JOIN LATERAL (
      SELECT slot FROM tracked_place
      WHERE kind = 's' AND address = named.address AND slot > walked.slot ORDER BY slot LIMIT 1
    ) next WHERE found < ${MAX_OF_ACCOUNT}
  )
  SELECT 's' AS kind, slot FROM walked)
  UNION ALL
  (SELECT 'a', ''::bytea FROM tracked_place WHERE address = named.address AND kind = 'a' LIMIT 1)
) place`;

const ENDS = 'SELECT number, hash, state_root AS "stateRoot" FROM block WHERE number = ANY($1)';

/** What tracked runs read, and what is stored of it. */
export class ClaimedStateReader {
  constructor(private readonly schedule: ForkSchedule) {}

  newestRun(db: Pool | PoolClient): Promise<number> {
    return newestRun(db);
  }

  /**
   * What runs with an id above `run` read, each at the newest block up to `last` at which the run holds, and
   * what the runs read that these ended after block `first`. Unless all are asked for, at most 8,192 reads of
   * the newest 64 blocks.
   */
  async readSince(
    db: Pool | PoolClient,
    run: number,
    first: number,
    last: number,
    isAll: boolean,
  ): Promise<TrackedReadAt[]> {
    const { rows } = await db.query<PlaceRow & { readonly block: string }>({
      name: 'reads of new runs',
      text: READ_SINCE,
      values: [run, last, first, isAll ? null : MAX_OF_FLUSH],
    });
    const newest = [...new Set(rows.map(({ block }) => Number(block)))];
    const blocks = new Set(isAll ? newest : newest.slice(0, MAX_BLOCKS));
    return rows
      .filter(({ block }) => blocks.has(Number(block)))
      .flatMap((row) => readsOf(row).map((read) => ({ ...read, block: Number(row.block) })));
  }

  /** Slots and accounts of these addresses that runs read, at most 256 for each. */
  async readOf(db: Pool | PoolClient, addresses: readonly Buffer[]): Promise<TrackedRead[]> {
    if (addresses.length === 0) return [];
    const { rows } = await db.query<PlaceRow>({
      name: 'tracked places of accounts',
      text: READ_OF,
      values: [addresses],
    });
    return rows.flatMap(readsOf);
  }

  /**
   * A page of what the last runs of calls read, from runs with an id above a number. It may be empty; without
   * `last` there are no more.
   */
  async page(
    db: Pool | PoolClient,
    above: number,
    runs: number,
  ): Promise<{ places: TrackedRead[]; last?: number }> {
    const { rows, last } = await placesOfLastRuns(db, above, runs);
    return { places: rows.flatMap(readsOf), ...(last !== undefined && { last }) };
  }

  ask(tx: PoolClient, places: readonly TrackedReadAt[]): Promise<void> {
    return requestTracked(tx, places);
  }

  /**
   * Values in the order asked, from answers to tracked runs or else to evaluations; undefined where a value
   * is not known.
   */
  async values(
    db: Pool | PoolClient,
    reads: readonly TrackedReadAt[],
  ): Promise<(TrackedValue | undefined)[]> {
    const values = await this.#valuesBy(db, reads, 'tracked');
    const open = [...reads.keys()].filter((at) => values[at] === undefined);
    const others = await this.#valuesBy(
      db,
      open.map((at) => reads[at]!),
      'claims',
    );
    for (const [index, at] of open.entries()) values[at] = others[index];
    return values.map((value) => (value === 'contradicted' ? undefined : value));
  }

  async #valuesBy(
    db: Pool | PoolClient,
    reads: readonly TrackedReadAt[],
    answers: RecordedAnswers,
  ): Promise<(TrackedValue | 'contradicted' | undefined)[]> {
    const history = new StateHistory(db, this.schedule, answers);
    const values: (TrackedValue | 'contradicted' | undefined)[] = reads.map(() => undefined);
    for (const [block, places] of grouped(reads.keys(), (at) => reads[at]!.block)) {
      const kinds = grouped(places, (at) => parseStateRead(reads[at]!.what).kind);
      const addressOf = (at: number): Address => reads[at]!.address;
      const slots = kinds.get('slot') ?? [];
      const words = await history.slotsAt(
        slots.map((at) => slotOf(reads[at]!)),
        block,
      );
      for (const [index, at] of slots.entries()) values[at] = trackedValue(words[index]!, wordOf);
      const coded = kinds.get('code') ?? [];
      const codes = await history.codesAt(coded.map(addressOf), block);
      for (const [index, at] of coded.entries())
        values[at] = trackedValue(codes[index]!, ({ bytes }) => bytes);
      for (const kind of ['balance', 'nonce'] as const) {
        const held = kinds.get(kind) ?? [];
        const accounts = await history.accountsAt(held.map(addressOf), block);
        for (const [index, at] of held.entries()) values[at] = trackedValue(accounts[index]![kind], wordOf);
      }
    }
    return values;
  }

  /** Hashes and state roots of blocks, in the order asked; undefined where the block is not stored. */
  async ends(
    db: Pool | PoolClient,
    blocks: readonly number[],
  ): Promise<({ blockHash: Hash; stateRoot: Hash } | undefined)[]> {
    const { rows } = await db.query<{ number: string; hash: Buffer; stateRoot: Buffer }>({
      name: 'ends of blocks',
      text: ENDS,
      values: [blocks],
    });
    const ends = new Map(
      rows.map(({ number, hash, stateRoot }) => [
        Number(number),
        { blockHash: toHex(hash), stateRoot: toHex(stateRoot) },
      ]),
    );
    return blocks.map((block) => ends.get(block));
  }
}

function readsOf({ address, kind, slot }: PlaceRow): TrackedRead[] {
  const reads: StateRead[] =
    kind === 'a'
      ? [{ kind: 'balance' }, { kind: 'nonce' }]
      : kind === 'c'
        ? [{ kind: 'code' }]
        : [{ kind: 'slot', slot: `0x${slot.toString('hex').padStart(64, '0')}` as Hex }];
  return reads.map((read) => ({ address: toHex(address) as Address, what: formatStateRead(read) }));
}

function slotOf({ address, what }: TrackedRead): Slot {
  const read = parseStateRead(what);
  if (read.kind !== 'slot') throw new Error('a read of another kind');
  return { address, slot: BigInt(read.slot) };
}

function grouped<One, Key>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function trackedValue<Value>(
  answer: StateAnswer<Value>,
  bytesOf: (value: Value) => Buffer,
): TrackedValue | 'contradicted' | undefined {
  if (!answer.known) return answer.reason === 'contradicted' ? answer.reason : undefined;
  const { value, support, provenAt, since, through } = answer;
  return { value: bytesOf(value), support, ...(provenAt !== undefined && { provenAt }), since, through };
}
