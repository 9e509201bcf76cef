import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from './event-codec.js';
import { unpackBundle } from './packed-bundle.js';

/** Reads the log from a position on. */
export class ChainLog {
  constructor(private readonly db: Pool | PoolClient) {}

  /** At most `limit` events after `position`, in order. */
  async after(position: number, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.db.query<StoredEvent>(
      `SELECT position, kind, block_number AS number, block_hash AS hash, payload, chain_digest AS digest
       FROM chain_event WHERE position > $1 ORDER BY position LIMIT $2`,
      [position, limit],
    );
    return rows.map((event) =>
      event.kind === 'BlockAppended' ? { ...event, payload: unpackBundle(event.payload) } : event,
    );
  }

  /** Position of the last event; 0 while there is none. */
  async end(): Promise<number> {
    const { rows } = await this.db.query<{ end: number }>(
      'SELECT coalesce(max(position), 0) AS "end" FROM chain_event',
    );
    return rows[0]!.end;
  }
}
