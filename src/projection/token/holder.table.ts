import type { PoolClient } from 'pg';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { changed, type Held, type HolderChange, NOTHING_HELD } from './holder-changes.js';
import { HolderSumChanges } from './holder-sum-changes.js';

/** Bytes of a token and a holder. */
const PAIR_BYTES = 40;

/** The key of the index that finds pairs: a hash of the holder, then one of the token. */
const pairKey = (holder: string, token: string): string =>
  `(hashbytea(${holder})::int8 << 32) | (hashbytea(${token})::int8 & 4294967295)`;
const partOfPair = (first: number): string => `substr($1::bytea, at * ${PAIR_BYTES} + ${first}, 20)`;

/**
 * All pairs come as one value, 40 bytes for each: token and holder. They are found by hash alone, in one walk
 * of the index: the planner would read the whole table for a join while it takes the table for small.
 */
const STORED = `
SELECT token || holder AS pair, ctid AS row, amount, items, amount_moves AS "amountMoves", item_moves AS "itemMoves", sent, received,
       last_sent AS "lastSent", last_received AS "lastReceived"
FROM token_holder
WHERE (${pairKey('holder', 'token')}) = ANY(ARRAY(SELECT ${pairKey(partOfPair(21), partOfPair(1))} FROM generate_series(0, $2::int4 - 1) at))`;

const COPY = `
COPY token_holder (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
FROM STDIN BINARY`;

/**
 * Updates by row locations (ctid), which do not change within a transaction. Shards of a cluster have equal
 * locations, so the pair is compared as well.
 */
const UPDATE = `
UPDATE token_holder SET
  amount = now.amount, items = now.items, amount_moves = now.amount_moves, item_moves = now.item_moves, sent = now.sent, received = now.received,
  last_sent = now.last_sent, last_received = now.last_received
FROM unnest($1::tid[], $2::bytea[], $3::numeric[], $4::numeric[], $5::int4[], $6::int4[], $7::int4[], $8::int4[], $9::int4[], $10::int4[])
  AS now (row, pair, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
WHERE token_holder.ctid = now.row AND token || holder = now.pair`;

const DELETE = `
DELETE FROM token_holder USING unnest($1::tid[], $2::bytea[]) AS gone (row, pair)
WHERE token_holder.ctid = gone.row AND token || holder = gone.pair`;

/**
 * Runs once per pair, because the planner decides each time whether the holder or the token has fewer
 * transfers. The log indexes that no log has repeat conditions of partial indexes.
 */
const lastOn = (side: 'from' | 'to'): string => {
  const last = (source: string): string => `
SELECT max(block_number) FROM ${source}
WHERE hashbyteaextended(${side}_address, 0) = hashbyteaextended($1, 0) AND ${side}_address = $1
  AND hashbyteaextended(token, 0) = hashbyteaextended($2, 0) AND token = $2
  AND log_index <> ${side === 'from' ? -1 : -2} AND log_index <> -3`;
  return `SELECT greatest((${last('log_transfer')}), (${last('decoded_transfer')})) AS block`;
};
const LAST_SENT = lastOn('from');
const LAST_RECEIVED = lastOn('to');

interface Place {
  /** Location of the row (ctid). */
  readonly row: string;
  /** Token and holder. */
  readonly pair: Buffer;
}

interface StoredHolder extends Held, Place {}

/** The holders of tokens. */
export class HolderTable {
  readonly #added = new BinaryCopy(10);

  /** Adds changes. @returns what they add to the sums of tokens */
  async add(tx: PoolClient, changes: readonly HolderChange[]): Promise<HolderSumChanges> {
    const sums = new HolderSumChanges();
    const stored = await storedHolders(tx, changes);
    const updated: StoredHolder[] = [];
    this.#added.clear();
    for (const [at, change] of changes.entries()) {
      const had = stored.get(at);
      const has = changed(had ?? NOTHING_HELD, change);
      sums.add(change.token, had ?? NOTHING_HELD, has);
      if (had) updated.push({ row: had.row, pair: had.pair, ...has });
      else this.#addRow(change, has);
    }
    if (this.#added.rows > 0) await copyInto(tx, COPY, this.#added.finish());
    await update(tx, updated);
    return sums;
  }

  /**
   * Subtracts changes. The transfers that caused them, all those of the blocks `from` to `to`, must already
   * be deleted.
   */
  async undo(
    tx: PoolClient,
    changes: readonly HolderChange[],
    from: number,
    to: number,
  ): Promise<HolderSumChanges> {
    const sums = new HolderSumChanges();
    const stored = await storedHolders(tx, changes);
    const updated: StoredHolder[] = [];
    const gone: Place[] = [];
    const isUndone = (block: number | undefined): boolean =>
      block !== undefined && block >= from && block <= to;
    for (const [at, had] of stored) {
      const { token, holder } = changes[at]!;
      const has = changed(had, changes[at]!);
      if (isUndone(had.lastSent)) has.lastSent = await last(tx, LAST_SENT, holder, token, has.sent);
      if (isUndone(had.lastReceived))
        has.lastReceived = await last(tx, LAST_RECEIVED, holder, token, has.received);
      sums.add(token, had, has);
      if (has.sent === 0 && has.received === 0) gone.push(had);
      else updated.push({ row: had.row, pair: had.pair, ...has });
    }
    await update(tx, updated);
    if (gone.length > 0) await tx.query(DELETE, [gone.map(({ row }) => row), gone.map(({ pair }) => pair)]);
    return sums;
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE token_holder');
  }

  #addRow({ token, holder }: HolderChange, has: Held): void {
    this.#added
      .row()
      .bytea(token)
      .bytea(holder)
      .numeric(has.amount)
      .numeric(has.items)
      .int4(has.amountMoves)
      .int4(has.itemMoves)
      .int4(has.sent)
      .int4(has.received)
      .int4(has.lastSent)
      .int4(has.lastReceived);
  }
}

/** The pairs that have a row, by their index in `changes`. */
async function storedHolders(
  tx: PoolClient,
  changes: readonly HolderChange[],
): Promise<Map<number, StoredHolder>> {
  if (changes.length === 0) return new Map();
  const pairs = Buffer.concat(changes.flatMap(({ token, holder }) => [token, holder]));
  const { rows } = await tx.query<StoredRow>(STORED, [pairs, changes.length]);
  const byPair = new Map(rows.map((row) => [row.pair.toString('latin1'), row]));
  const stored = new Map<number, StoredHolder>();
  for (let at = 0; at < changes.length; at++) {
    const row = byPair.get(pairs.toString('latin1', at * PAIR_BYTES, (at + 1) * PAIR_BYTES));
    if (row) stored.set(at, storedHolder(row));
  }
  return stored;
}

interface StoredRow extends Omit<StoredHolder, 'amount' | 'items' | 'lastSent' | 'lastReceived'> {
  /** Decimal texts. */
  readonly amount: string;
  readonly items: string;
  readonly lastSent: number | null;
  readonly lastReceived: number | null;
}

function storedHolder({ amount, items, lastSent, lastReceived, ...row }: StoredRow): StoredHolder {
  return {
    ...row,
    amount: BigInt(amount),
    items: BigInt(items),
    lastSent: lastSent ?? undefined,
    lastReceived: lastReceived ?? undefined,
  };
}

async function update(tx: PoolClient, holders: readonly StoredHolder[]): Promise<void> {
  if (holders.length === 0) return;
  await tx.query(UPDATE, [
    holders.map(({ row }) => row),
    holders.map(({ pair }) => pair),
    holders.map(({ amount }) => amount.toString()),
    holders.map(({ items }) => items.toString()),
    holders.map(({ amountMoves }) => amountMoves),
    holders.map(({ itemMoves }) => itemMoves),
    holders.map(({ sent }) => sent),
    holders.map(({ received }) => received),
    holders.map(({ lastSent }) => lastSent ?? null),
    holders.map(({ lastReceived }) => lastReceived ?? null),
  ]);
}

/** Block of the last remaining transfer on one side of a holder. */
async function last(
  tx: PoolClient,
  statement: string,
  holder: Buffer,
  token: Buffer,
  left: number,
): Promise<number | undefined> {
  if (left === 0) return undefined;
  const { rows } = await tx.query<{ block: number | null }>(statement, [holder, token]);
  return rows[0]?.block ?? undefined;
}
