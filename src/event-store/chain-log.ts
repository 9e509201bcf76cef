import type { Pool, PoolClient } from 'pg';
import { NO_PAYLOAD, type StoredEvent } from './event-codec.js';
import { payloadsOf } from './event-payload.table.js';
import { unpackBundle } from './packed-bundle.js';

/** Reads the log from a position on. */
export class ChainLog {
  constructor(private readonly db: Pool | PoolClient) {}

  /** At most `limit` events after `position`, in order. */
  async after(position: number, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.db.query<Omit<StoredEvent, 'payload'>>(
      `SELECT position, kind, block_number AS number, block_hash AS hash, chain_digest AS digest
       FROM chain_event WHERE position > $1 ORDER BY position LIMIT $2`,
      [position, limit],
    );
    const payloads = await payloadsOf(this.db, rows);
    return rows.map((event) => {
      const payload = payloads.get(event.position) ?? NO_PAYLOAD;
      return { ...event, payload: event.kind === 'BlockAppended' ? unpackBundle(payload) : payload };
    });
  }

  /** Canonical hash after the events after `position`, at each number that they name; undefined for none. */
  async canonicalAfter(position: number): Promise<Map<number, Buffer | undefined>> {
    const { rows } = await this.db.query<Pick<StoredEvent, 'kind' | 'number' | 'hash'>>(
      `SELECT kind, block_number AS number, block_hash AS hash FROM chain_event
       WHERE position > $1 AND kind IN ('BlockAppended', 'BlockOrphaned') ORDER BY position`,
      [position],
    );
    return new Map(
      rows.map(({ kind, number, hash }) => [number, kind === 'BlockAppended' ? hash : undefined]),
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
