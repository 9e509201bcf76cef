import type { Pool, PoolClient } from 'pg';

/** Where the payload of an event lies: a cluster has it on the node of the block. */
export interface PayloadPlace {
  readonly position: number;
  /** As the event has it: the block number of most kinds. */
  readonly number: number;
}

/** The database has a block, and no longer what the log says of it. */
export class LostPayload extends Error {
  override readonly name = 'LostPayload';

  constructor(
    readonly block: number,
    position: number,
  ) {
    super(`the log lost the bundle of block ${block}, event ${position}: restore the database from a backup`);
  }
}

/**
 * Payloads by the position of their event. Events without a payload have no row.
 *
 * INVARIANT: places come from a statement before this one. A cluster answers that of a join only after it has sent all rows of one side to all nodes.
 *
 * @param reach gives only so many bytes of each
 */
export async function payloadsOf(
  db: Pool | PoolClient,
  places: readonly PayloadPlace[],
  reach?: number,
): Promise<Map<number, Buffer>> {
  if (places.length === 0) return new Map();
  const { rows } = await db.query<{ position: number; payload: Buffer }>(
    `SELECT position, ${reach === undefined ? 'payload' : 'substring(payload FOR $3) AS payload'} FROM event_payload
     WHERE block_number = ANY($1::int8[]) AND position = ANY($2::int8[])`,
    [
      places.map(({ number }) => number),
      places.map(({ position }) => position),
      ...(reach === undefined ? [] : [reach]),
    ],
  );
  return new Map(rows.map(({ position, payload }) => [position, payload]));
}
