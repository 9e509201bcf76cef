import type { Pool, PoolClient } from 'pg';
import { decodeBundle } from '../domain/chain/codec/bundle.js';
import type { ChainEvent, ChainEventKind } from '../domain/event/chain-event.js';
import { decodePrices } from '../domain/event/imported-price.js';
import { decodeSample } from '../domain/event/queue-sample-payload.js';
import { decodeReads } from '../domain/event/state-read-result.js';

/** One event as it lies in the table, its payload not yet decoded. */
export interface StoredEvent {
  readonly position: number;
  readonly kind: ChainEventKind;
  /** Block number, or the epoch of a QueueSampled. */
  readonly number: number;
  /** Block hash, or the root of the epoch's checkpoint of a QueueSampled. */
  readonly hash: Buffer;
  readonly payload: Buffer;
  readonly digest: Buffer;
}

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
    return rows;
  }

  /** Position of the last event; 0 while there is none. */
  async end(): Promise<number> {
    const { rows } = await this.db.query<{ end: number }>(
      'SELECT coalesce(max(position), 0) AS "end" FROM chain_event',
    );
    return rows[0]!.end;
  }
}

/** Decodes an event. Throws on a payload that is not what its kind has. */
export function decodeEvent({ position, kind, number, hash, payload }: StoredEvent): ChainEvent {
  if (kind === 'BlockAppended') return { kind, position, block: decodeBundle(payload) };
  if (kind === 'ReadRecorded') return { kind, position, number, hash, reads: decodeReads(payload) };
  if (kind === 'QueueSampled')
    return { kind, position, epoch: number, root: hash, sample: decodeSample(payload) };
  if (kind === 'PriceImported') return { kind, position, digest: hash, ...decodePrices(payload) };
  return { kind, position, number, hash };
}
