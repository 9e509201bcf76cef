import type { Pool, PoolClient } from 'pg';

/** Key of the payload of an event. A cluster distributes payloads by the number. */
export interface PayloadPlace {
  readonly position: number;
  /** The number of the event: for most kinds that of the block. */
  readonly number: number;
}

/** A block is stored, but the log has no payload for it. */
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
 * INVARIANT: an earlier statement found the places. For a join, a cluster would first send all rows of one
 * side to all nodes.
 *
 * @param reach return only this many bytes of each
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
