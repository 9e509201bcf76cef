import type { Pool, PoolClient } from 'pg';
import type { BlockRange } from '../domain/interval/block-range.js';
import { countLocks, lockShared } from '../platform/postgres/advisory-lock.js';
import { BinaryCopy } from '../platform/postgres/binary-copy.js';
import { copyInto } from '../platform/postgres/copy-into.js';

/** Key of the advisory lock that processes share while they are ready to fetch: "fetcher" in bytes. */
const READY = 0x66657463686572n;

/** A verified block that another process than the writer has fetched. */
export interface FetchedBlock {
  readonly number: number;
  /** Host and process id. */
  readonly process: string;
  /** Name of the node that gave the block. */
  readonly node: string;
  /** The packed bundle. */
  readonly payload: Buffer;
}

/** Notes that this process is ready to fetch, until it releases the lock or the connection ends. */
export function noteFetcher(tx: PoolClient): Promise<void> {
  return lockShared(tx, READY);
}

/** Number of processes that are ready to fetch. */
export function fetcherCount(db: Pool): Promise<number> {
  return countLocks(db, READY);
}

/** Stores fetched blocks for the writer; no other reader looks at them. */
export async function keepFetched(tx: PoolClient, blocks: readonly FetchedBlock[]): Promise<void> {
  const rows = new BinaryCopy(4);
  for (const { number, process, node, payload } of blocks)
    rows.row().int8(number).text(process).text(node).bytea(payload);
  await copyInto(tx, 'COPY fetched_block (number, process, node, payload) FROM STDIN BINARY', rows.finish());
}

/** Removes the stored blocks of a range and returns them. */
export async function takeFetched(
  tx: PoolClient,
  { fromBlock, toBlock }: BlockRange,
): Promise<FetchedBlock[]> {
  const { rows } = await tx.query<FetchedBlock>(
    'DELETE FROM fetched_block WHERE number BETWEEN $1 AND $2 RETURNING number, process, node, payload',
    [fromBlock, toBlock],
  );
  return rows;
}

export async function discardFetched(db: Pool | PoolClient): Promise<void> {
  await db.query('DELETE FROM fetched_block');
}

/** Number and bytes of the blocks that wait for the writer. */
export async function fetchedSize(db: Pool): Promise<{ readonly blocks: number; readonly bytes: number }> {
  const { rows } = await db.query<{ blocks: number; bytes: number }>(
    'SELECT count(*) AS blocks, coalesce(sum(octet_length(payload)), 0)::int8 AS bytes FROM fetched_block',
  );
  return rows[0]!;
}
