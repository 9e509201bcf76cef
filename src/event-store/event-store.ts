import type { Pool, PoolClient } from 'pg';
import { encodeBundle } from '../domain/chain/codec/bundle.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import type {
  BlockAppended,
  ChainEventKind,
  PriceImported,
  QueueSampled,
  ReadRecorded,
} from '../domain/event/chain-event.js';
import { encodePrices } from '../domain/event/imported-price.js';
import { encodeSample } from '../domain/event/queue-sample-payload.js';
import { encodeReads } from '../domain/event/state-read-result.js';
import { BinaryCopy } from '../platform/postgres/binary-copy.js';
import { copyInto } from '../platform/postgres/copy-into.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { chainDigest, FIRST_DIGEST } from './chain-digest.js';
import type { Projector } from './projector.js';
import type { WriterLease } from './writer-lease.js';

/** A block named by the fold of the events so far. */
export interface StoredBlock {
  readonly number: number;
  readonly hash: Buffer;
}

/** Events that one flush adds to the log, in this order. */
export interface Flush {
  /** Newest first, without holes. */
  readonly orphaned: readonly StoredBlock[];
  readonly appended: readonly VerifiedBlock[];
  /** For blocks that are canonical after the flush. */
  readonly recorded?: readonly Omit<ReadRecorded, 'kind' | 'position'>[];
  readonly finalized?: StoredBlock;
  /** For epochs that have not been sampled yet. */
  readonly sampled?: readonly Omit<QueueSampled, 'kind' | 'position'>[];
  readonly imported?: readonly Omit<PriceImported, 'kind' | 'position'>[];
}

/** Seconds that a flush spent on the log and on the projectors, for metrics. */
export type StageRecorder = (stage: 'encode' | 'events' | 'projections', seconds: number) => void;

const EMPTY = Buffer.alloc(0);
/** Placeholder for the block of an event that has none. */
const NO_BLOCK = 0;

/**
 * The append-only log of chain events.
 *
 * INVARIANT: a flush is one transaction: its events, the canonical chain, the rows of every projector and their checkpoints are all
 * there or none is. That is what makes a kill at any moment harmless.
 */
export class EventStore {
  #position = 0;
  #digest: Buffer = FIRST_DIGEST;
  readonly #events = new BinaryCopy(6);
  readonly #canonical = new BinaryCopy(5);

  private constructor(
    private readonly pool: Pool,
    private readonly lease: WriterLease,
    private readonly projectors: readonly Projector[],
    private readonly record: StageRecorder,
  ) {}

  /**
   * Opens the log for writing. Every projector must have caught up (`ProjectionRunner.catchUp`).
   * Throws `LeaseRefused` when the lease is no longer held.
   */
  static async open(
    pool: Pool,
    lease: WriterLease,
    projectors: readonly Projector[],
    record: StageRecorder = () => undefined,
  ): Promise<EventStore> {
    const store = new EventStore(pool, lease, projectors, record);
    const { rows } = await pool.query<{ position: number; digest: Buffer }>(
      'SELECT position, chain_digest AS digest FROM chain_event ORDER BY position DESC LIMIT 1',
    );
    if (rows[0]) {
      store.#position = rows[0].position;
      store.#digest = rows[0].digest;
    }
    return store;
  }

  /**
   * Appends one flush. Throws `LeaseRefused` when another writer took over, and the error of PostgreSQL when a block is already
   * stored or a projector is not where it should be; nothing of the flush is stored then.
   */
  async append(flush: Flush): Promise<void> {
    const written = await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      const log = this.#encode(flush);
      const started = performance.now();
      await this.#writeEvents(tx, flush, log);
      const logged = performance.now();
      await this.#project(tx, flush, log);
      this.record('events', (logged - started) / 1000);
      this.record('projections', (performance.now() - logged) / 1000);
      return log;
    }).catch((error: unknown) => {
      for (const projector of this.projectors) projector.resetCache?.();
      throw error;
    });
    this.#position = written.position;
    this.#digest = written.digest;
  }

  #encode(flush: Flush): EncodedFlush {
    const started = performance.now();
    const events = this.#events;
    const canonical = this.#canonical;
    events.clear();
    canonical.clear();
    const appended: BlockAppended[] = [];
    let position = this.#position;
    let digest = this.#digest;
    const event = (kind: ChainEventKind, number: number, hash: Buffer, payload: Buffer): void => {
      position += 1;
      digest = chainDigest(digest, kind, number, hash, payload);
      events.row().int8(position).text(kind).int8(number).bytea(hash).bytea(payload).bytea(digest);
    };
    for (const { number, hash } of flush.orphaned) event('BlockOrphaned', number, hash, EMPTY);
    for (const block of flush.appended) {
      const { number, parentHash, timestamp } = block.header;
      event('BlockAppended', number, block.hash, encodeBundle(block));
      appended.push({ kind: 'BlockAppended', position, block });
      canonical.row().int8(number).bytea(block.hash).bytea(parentHash).int8(timestamp).int8(position);
    }
    const recorded: ReadRecorded[] = [];
    for (const { number, hash, reads } of flush.recorded ?? []) {
      event('ReadRecorded', number, hash, encodeReads(reads));
      recorded.push({ kind: 'ReadRecorded', position, number, hash, reads });
    }
    if (flush.finalized) event('BlockFinalized', flush.finalized.number, flush.finalized.hash, EMPTY);
    const sampled: QueueSampled[] = [];
    for (const { epoch, root, sample } of flush.sampled ?? []) {
      event('QueueSampled', epoch, root, encodeSample(sample));
      sampled.push({ kind: 'QueueSampled', position, epoch, root, sample });
    }
    const imported: PriceImported[] = [];
    for (const prices of flush.imported ?? []) {
      event('PriceImported', NO_BLOCK, prices.digest, encodePrices(prices));
      imported.push({ kind: 'PriceImported', position, ...prices });
    }
    this.record('encode', (performance.now() - started) / 1000);
    return {
      events: events.finish(),
      canonical: canonical.finish(),
      appended,
      recorded,
      sampled,
      imported,
      position,
      digest,
    };
  }

  async #writeEvents(tx: PoolClient, flush: Flush, log: EncodedFlush): Promise<void> {
    const orphaned = bounds(flush.orphaned);
    if (orphaned) {
      await tx.query('DELETE FROM canonical_block WHERE number BETWEEN $1 AND $2', [
        orphaned.from,
        orphaned.to,
      ]);
    }
    await copyInto(
      tx,
      'COPY chain_event (position, kind, block_number, block_hash, payload, chain_digest) FROM STDIN BINARY',
      log.events,
    );
    if (flush.appended.length > 0) {
      await copyInto(
        tx,
        'COPY canonical_block (number, hash, parent_hash, timestamp, position) FROM STDIN BINARY',
        log.canonical,
      );
    }
    if (flush.finalized) {
      await tx.query(
        `INSERT INTO finality (number, hash, position) VALUES ($1, $2, $3)
         ON CONFLICT (only_row) DO UPDATE SET number = excluded.number, hash = excluded.hash, position = excluded.position
         WHERE finality.number < excluded.number`,
        [flush.finalized.number, flush.finalized.hash, log.position],
      );
    }
  }

  async #project(tx: PoolClient, flush: Flush, log: EncodedFlush): Promise<void> {
    const orphaned = bounds(flush.orphaned);
    for (const projector of this.projectors) {
      if (orphaned) await projector.unwind(tx, orphaned.from, orphaned.to);
      if (log.appended.length > 0) await projector.handle(tx, log.appended);
      if (log.recorded.length > 0) await projector.record?.(tx, log.recorded);
      if (log.sampled.length > 0) await projector.sample?.(tx, log.sampled);
      if (log.imported.length > 0) await projector.takePrices?.(tx, log.imported);
    }
    const moved = await tx.query(
      'UPDATE checkpoint SET position = $1, epoch = $2 WHERE position = $3 AND reader = ANY($4)',
      [log.position, this.lease.epoch, this.#position, this.projectors.map(({ name }) => name)],
    );
    if (moved.rowCount !== this.projectors.length) {
      throw new Error(
        'a projector is not at the end of the log: it must catch up before blocks are appended',
      );
    }
  }
}

interface EncodedFlush {
  readonly events: Buffer;
  readonly canonical: Buffer;
  readonly appended: readonly BlockAppended[];
  readonly recorded: readonly ReadRecorded[];
  readonly sampled: readonly QueueSampled[];
  readonly imported: readonly PriceImported[];
  readonly position: number;
  readonly digest: Buffer;
}

function bounds(orphaned: readonly StoredBlock[]): { from: number; to: number } | undefined {
  const newest = orphaned[0];
  const oldest = orphaned[orphaned.length - 1];
  return newest && oldest ? { from: oldest.number, to: newest.number } : undefined;
}
