import type { Pool, PoolClient } from 'pg';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import type { ChainEvent, ChainEventKind, ChainEventOf } from '../domain/event/chain-event.js';
import { BinaryCopy } from '../platform/postgres/binary-copy.js';
import { copyInto } from '../platform/postgres/copy-into.js';
import { BlockPartitions } from '../platform/postgres/partitions/block-partitions.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { applyTogether } from './apply-together.js';
import { chainDigest, FIRST_DIGEST } from './chain-digest.js';
import { encodedBlock } from './encoded-block.js';
import { encodeEvent } from './event-codec.js';
import type { Followers } from './followers.js';
import { ProjectionRunner } from './projection-runner.js';
import type { EventFlow, Projector } from './projector.js';
import type { Fence } from './writer-lease.js';

/** A block of the canonical chain. */
export interface StoredBlock {
  readonly number: number;
  readonly hash: Buffer;
}

/** Events that one flush adds to the log, in this order. */
export interface Flush {
  /** Newest first, without gaps. */
  readonly orphaned: readonly StoredBlock[];
  readonly appended: readonly VerifiedBlock[];
  /** For blocks that are canonical after the flush. */
  readonly recorded?: readonly Content<'ReadRecorded'>[];
  readonly finalized?: StoredBlock;
  /** For epochs that have not been sampled yet. */
  readonly sampled?: readonly Content<'QueueSampled'>[];
  readonly imported?: readonly Content<'PriceImported'>[];
  /** More blocks follow at once. */
  readonly isFill?: boolean;
  /** Whether projectors of another thread may catch up later, because many more blocks follow. */
  readonly mayFollow?: boolean;
}

/** An event without its place in the log. */
type Content<Kind extends ChainEventKind> = Omit<ChainEventOf<Kind>, 'kind' | 'position'>;

/** Records the seconds that a flush spent in a stage, for metrics. */
export type StageRecorder = (stage: 'encode' | 'events' | 'projections', seconds: number) => void;

/**
 * The append-only log of chain events.
 *
 * INVARIANT: a flush is one transaction. Its events, the canonical chain, the rows of the projectors and
 * their checkpoints are stored together or not at all, so a kill at any moment is harmless. Only projectors
 * that follow in another thread have transactions and checkpoints of their own.
 */
export class EventStore {
  #position = 0;
  #digest: Buffer = FIRST_DIGEST;
  readonly #events = new BinaryCopy(5);
  readonly #payloads = new BinaryCopy(3);
  readonly #canonical = new BinaryCopy(5);
  /** The partitions that the rows of a flush belong to. */
  readonly partitions: BlockPartitions;
  readonly #following: readonly Projector[];
  #areFollowing = false;

  private constructor(
    private readonly pool: Pool,
    private readonly lease: Fence,
    private readonly projectors: readonly Projector[],
    private readonly record: StageRecorder,
    private readonly followers: Followers | undefined,
  ) {
    this.partitions = new BlockPartitions(pool);
    this.#following = projectors.filter(({ name }) => followers?.names.has(name));
  }

  /** Opens the log for writing. Every projector must have caught up (`ProjectionRunner.catchUp`). */
  static async open(
    pool: Pool,
    lease: Fence,
    projectors: readonly Projector[],
    record: StageRecorder = () => undefined,
    followers?: Followers,
  ): Promise<EventStore> {
    const store = new EventStore(pool, lease, projectors, record, followers);
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
   * Appends one flush. Nothing of it is stored if it fails.
   *
   * @param accept sees what the flush made, before the commit, and throws to refuse it. What it returns is
   * recorded with the flush; then it is called again, until it returns nothing
   * @throws LeaseRefused when another writer has taken over
   * @throws DatabaseError of PostgreSQL when a block is already stored
   * @throws Error when a projector is not at the end of the log
   */
  async append(
    flush: Flush,
    accept: (tx: PoolClient) => Promise<NonNullable<Flush['recorded']>> = async () => [],
  ): Promise<void> {
    const { followers } = this;
    const isFollowed =
      flush.mayFollow === true && followers?.hasFailed === false && this.#following.length > 0;
    if (!isFollowed) await this.settle();
    const projectors = isFollowed
      ? this.projectors.filter((one) => !this.#following.includes(one))
      : this.projectors;
    await this.partitions.make(numbersOf(flush));
    const written = await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      let written = await this.#write(tx, flush, projectors, {
        position: this.#position,
        digest: this.#digest,
      });
      for (;;) {
        const recorded = await accept(tx);
        if (recorded.length === 0) return written;
        written = await this.#write(tx, { orphaned: [], appended: [], recorded }, projectors, written);
      }
    }).catch((error: unknown) => {
      for (const projector of this.projectors) projector.resetCache?.();
      throw error;
    });
    this.#position = written.position;
    this.#digest = written.digest;
    if (!isFollowed) return;
    this.#areFollowing = true;
    await followers.follow(this.#position, this.lease.epoch);
  }

  /** Resolves when every projector is at the end of the log. Does what the other thread could not do. */
  async settle(): Promise<void> {
    if (!this.#areFollowing) return;
    await this.followers!.rest();
    // A thread that died may have committed its last step only now, so the first attempt may fail.
    await this.#catchUp().catch(() => this.#catchUp());
    this.#areFollowing = false;
  }

  /** Records that a node has named a final block; does nothing until a block is recorded as final. */
  async noteStatedFinality(): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await this.lease.assertHeld(tx);
      await tx.query('UPDATE finality SET is_stated = true');
    });
  }

  async #catchUp(): Promise<void> {
    for (const projector of this.#following) projector.resetCache?.();
    await new ProjectionRunner(this.pool, this.lease).advance(this.#following, () => this.#position);
  }

  /** @returns the end of the log after the flush */
  async #write(tx: PoolClient, flush: Flush, projectors: readonly Projector[], end: LogEnd): Promise<LogEnd> {
    const log = this.#encode(flush, end);
    const started = performance.now();
    await this.#writeEvents(tx, flush, log);
    const logged = performance.now();
    await this.#project(tx, projectors, log, end.position, { isFill: flush.isFill === true });
    this.record('events', (logged - started) / 1000);
    this.record('projections', (performance.now() - logged) / 1000);
    return log;
  }

  #encode(flush: Flush, end: LogEnd): EncodedFlush {
    const started = performance.now();
    const rows = this.#events;
    const payloads = this.#payloads;
    const canonical = this.#canonical;
    rows.clear();
    payloads.clear();
    canonical.clear();
    const events = eventsOf(flush, end.position);
    let { digest } = end;
    for (const event of events) {
      const { kind, position } = event;
      const { number, hash, payload } = encodeEvent(event);
      digest = chainDigest(digest, kind, number, hash, payload);
      const stored = kind === 'BlockAppended' ? encodedBlock(event.block).packed : payload;
      rows.row().int8(position).text(kind).int8(number).bytea(hash).bytea(digest);
      if (stored.length > 0) payloads.row().int8(number).int8(position).bytea(stored);
      if (kind !== 'BlockAppended') continue;
      const { parentHash, timestamp } = event.block.header;
      canonical.row().int8(number).bytea(hash).bytea(parentHash).int8(timestamp).int8(position);
    }
    this.record('encode', (performance.now() - started) / 1000);
    return {
      ...{ events, rows: rows.finish(), canonical: canonical.finish() },
      payloads: payloads.rows > 0 ? payloads.finish() : undefined,
      ...{ position: end.position + events.length, digest },
    };
  }

  async #writeEvents(tx: PoolClient, flush: Flush, log: EncodedFlush): Promise<void> {
    if (flush.orphaned.length > 0) {
      await tx.query('DELETE FROM canonical_block WHERE number BETWEEN $1 AND $2', [
        flush.orphaned[flush.orphaned.length - 1]!.number,
        flush.orphaned[0]!.number,
      ]);
    }
    await copyInto(
      tx,
      'COPY chain_event (position, kind, block_number, block_hash, chain_digest) FROM STDIN BINARY',
      log.rows,
    );
    if (log.payloads)
      await copyInto(
        tx,
        'COPY event_payload (block_number, position, payload) FROM STDIN BINARY',
        log.payloads,
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

  async #project(
    tx: PoolClient,
    projectors: readonly Projector[],
    log: EncodedFlush,
    from: number,
    flow: EventFlow,
  ): Promise<void> {
    await applyTogether(projectors, tx, log.events, flow);
    const moved = await tx.query(
      'UPDATE checkpoint SET position = $1, epoch = $2 WHERE position = $3 AND reader = ANY($4)',
      [log.position, this.lease.epoch, from, projectors.map(({ name }) => name)],
    );
    if (moved.rowCount !== projectors.length) {
      throw new Error(
        'a projector is not at the end of the log: it must catch up before blocks are appended',
      );
    }
  }
}

/** The position and digest of the last event. */
interface LogEnd {
  readonly position: number;
  readonly digest: Buffer;
}

interface EncodedFlush extends LogEnd {
  readonly events: readonly ChainEvent[];
  /** COPY data of the events. */
  readonly rows: Buffer;
  /** COPY data of the payloads; undefined where no event has one. */
  readonly payloads: Buffer | undefined;
  readonly canonical: Buffer;
}

/** Numbers that decide the partitions of a flush's rows, as events have them. */
function numbersOf({ appended, sampled = [] }: Flush): number[] {
  return [...appended.map(({ header }) => header.number), ...sampled.map(({ epoch }) => epoch)];
}

/** The events of a flush, numbered from the position after `end`. */
function eventsOf(flush: Flush, end: number): ChainEvent[] {
  const { orphaned, appended, recorded = [], finalized, sampled = [], imported = [] } = flush;
  let position = end;
  const event = <Kind extends ChainEventKind>(kind: Kind, content: Content<Kind>) => {
    position += 1;
    return { ...content, kind, position };
  };
  return [
    ...orphaned.map(({ number, hash }) => event('BlockOrphaned', { number, hash })),
    ...appended.map((block) => event('BlockAppended', { block })),
    ...recorded.map((content) => event('ReadRecorded', content)),
    ...(finalized ? [event('BlockFinalized', { number: finalized.number, hash: finalized.hash })] : []),
    ...sampled.map((content) => event('QueueSampled', content)),
    ...imported.map((content) => event('PriceImported', content)),
  ];
}
