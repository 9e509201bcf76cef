import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import { disputedCall } from '../../domain/event/disputed-call.js';
import type { Rerun, TrackedCall } from './tracked-run.js';

/** What the reference did in a call at the end of a block, where the fast interpreter did otherwise. */
export interface Dispute {
  readonly block: number;
  readonly reference: Buffer;
}

const ADD = `
INSERT INTO tracked_dispute (contract, data, block_number, reference)
SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::int8[], $4::bytea[])
ON CONFLICT (contract, data, block_number) DO UPDATE SET reference = excluded.reference`;

/** The runs that hold at these blocks, one of a call and span. */
const RUNS_AT = `
SELECT contract, data, min(block)::int8 AS "from" FROM (
  SELECT asked.contract, asked.data, first_block, run.since_block AS block
  FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS asked (contract, data, block)
  JOIN tracked_span ON asked.block BETWEEN first_block AND last_block
  CROSS JOIN LATERAL (
    SELECT since_block FROM tracked_run run
    WHERE run.contract = asked.contract AND run.data = asked.data AND since_block BETWEEN first_block AND asked.block
    ORDER BY since_block DESC LIMIT 1
  ) run
) held GROUP BY contract, data, first_block`;

/** Those whose runs say so: not those about which both agree since. */
const OPEN = `
SELECT '0x' || encode(contract, 'hex') AS contract, '0x' || encode(data, 'hex') AS data, block_number::int4 AS block FROM tracked_dispute dispute
WHERE 'disputed' = (
  SELECT outcome FROM tracked_run run
  WHERE run.contract = dispute.contract AND run.data = dispute.data AND since_block <= block_number ORDER BY since_block DESC LIMIT 1)
ORDER BY block_number DESC, 1, 2`;

/** A call that is undecided because the interpreters disagree. */
export interface DisputedCall {
  readonly contract: Address;
  readonly data: Hex;
  readonly block: number;
}

/** The calls that are undecided for that reason, the newest blocks first. */
export async function disputedCalls(db: Pool): Promise<readonly DisputedCall[]> {
  return (await db.query<DisputedCall>(OPEN)).rows;
}

interface DisputeRow {
  readonly contract: Buffer;
  readonly data: Buffer;
  readonly block: string;
  readonly reference: Buffer;
}

/** Disputes that were recorded, by call; hardly ever any. */
export class Disputes {
  readonly #ofCalls = new Map<string, Dispute[]>();

  add({ contract, data }: TrackedCall, dispute: Dispute): void {
    const key = keyOf(contract, data);
    this.#ofCalls.set(key, [...(this.#ofCalls.get(key) ?? []), dispute]);
  }

  /** The disputes about a call at blocks from one to another. */
  within({ contract, data }: TrackedCall, since: number, through: number): readonly Dispute[] {
    if (this.#ofCalls.size === 0) return [];
    const all = this.#ofCalls.get(keyOf(contract, data)) ?? [];
    return all.filter(({ block }) => since <= block && block <= through);
  }
}

/** Calls in which the interpreters disagreed. They come from recorded events alone, as answers of nodes do. */
export class TrackedDisputeTable {
  /** Stores the disputes among recorded reads. @returns the calls, from the runs on that they are about */
  async learn(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<Rerun[]> {
    const found = recorded.flatMap(({ number, reads }) =>
      reads.flatMap(({ address, what, output }) => {
        const data = disputedCall(what);
        return data ? [{ address, data, number, output }] : [];
      }),
    );
    if (found.length === 0) return [];
    const calls = [
      found.map(({ address }) => address),
      found.map(({ data }) => data),
      found.map(({ number }) => number),
    ];
    await tx.query(ADD, [...calls, found.map(({ output }) => output)]);
    return this.#runsAt(tx, calls);
  }

  async all(db: Pool | PoolClient): Promise<Disputes> {
    const { rows } = await db.query<DisputeRow>({
      name: 'disputes',
      text: 'SELECT contract, data, block_number AS block, reference FROM tracked_dispute',
    });
    const disputes = new Disputes();
    for (const { contract, data, block, reference } of rows)
      disputes.add({ contract: toHex(contract) as Address, data }, { block: Number(block), reference });
    return disputes;
  }

  /** Forgets disputes at blocks that are removed. @returns the calls, from the runs on that hold before these blocks */
  async unwind(tx: PoolClient, from: number, to: number): Promise<Rerun[]> {
    const { rows } = await tx.query<Pick<DisputeRow, 'contract' | 'data'>>(
      'DELETE FROM tracked_dispute WHERE block_number BETWEEN $1 AND $2 RETURNING contract, data',
      [from, to],
    );
    if (rows.length === 0) return [];
    const calls = [
      rows.map(({ contract }) => contract),
      rows.map(({ data }) => data),
      rows.map(() => from - 1),
    ];
    return this.#runsAt(tx, calls);
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE tracked_dispute');
  }

  async #runsAt(tx: PoolClient, calls: readonly unknown[]): Promise<Rerun[]> {
    const { rows } = await tx.query<Omit<DisputeRow, 'block'> & { readonly from: string }>(RUNS_AT, [
      ...calls,
    ]);
    return rows.map(({ contract, data, from }) => ({
      ...{ contract: toHex(contract) as Address, data, from: Number(from) },
    }));
  }
}

const keyOf = (contract: Address, data: Buffer): string => contract + data.toString('latin1');
