import type { Pool, PoolClient } from 'pg';
import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import type {
  EngineStore,
  RequestedRead,
  SourceKey,
  ViewChange,
} from '../../src/engine/model/engine-store.js';
import type { FactRow } from '../../src/engine/model/fact-row.js';
import { TriggerIndex } from '../../src/engine/model/trigger-index.js';
import { Engine } from '../../src/engine/scheduler/engine.js';
import { type EngineNumbers, engineNumbers } from '../../src/engine/store/engine-numbers.js';
import { PostgresStore } from '../../src/engine/store/postgres-store.js';
import { publish, serveSet } from '../../src/engine/store/publish.js';
import { storeReads, unwindReads } from '../../src/engine/store/state-read-results.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { SharedConnection } from '../../src/platform/postgres/shared-connection.js';
import type { EngineSettings } from '../simulation/engine-simulation.js';
import type { Stored } from './differences.js';
import type { Answer } from './range-fold.js';
import { ShardedEngine } from './sharded-engine.js';
import { ShownViews } from './shown-views.js';
import type { TrialStore } from './trial.js';

const SET = 'the definitions and registries of the trial';

/** A trial's store in its own migrated database. */
export class PostgresTrialStore implements TrialStore {
  readonly #triggers: TriggerIndex;
  #views: ShownViews | undefined;
  #numbers: EngineNumbers | undefined;
  #opening: Promise<PoolClient> | undefined;
  #committed: PostgresStore | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly catalog: Catalog,
    private readonly bindings: ReadonlyMap<string, Binding>,
    private readonly shards = 1,
  ) {
    this.#triggers = new TriggerIndex(catalog, bindings);
  }

  /** Reads through its own connection, which sees committed rows only. */
  engine(...of: EngineSettings): Engine {
    if (this.shards === 1) return new Engine(...of);
    const numbers = this.#numbers!;
    const committed = async (): Promise<PostgresStore> => this.#committed ?? this.#openCommitted(numbers);
    return new ShardedEngine(...of, {
      shards: this.shards,
      forgets: true,
      committed: {
        numbers,
        store: {
          subjects: async (addresses) => (await committed()).subjects(addresses),
          blockHashes: async (blocks) => (await committed()).blockHashes(blocks),
        },
      },
    });
  }

  async #openCommitted(numbers: EngineNumbers): Promise<PostgresStore> {
    this.#opening ??= this.pool.connect();
    const client = await this.#opening;
    this.#committed ??= new PostgresStore(new SharedConnection(client).of(0), numbers, this.#triggers);
    return this.#committed;
  }

  async close(): Promise<void> {
    (await this.#opening)?.release();
  }

  async begin(): Promise<void> {
    await this.#transaction(async (tx) => {
      const numbers = await engineNumbers(tx, this.catalog, SET);
      this.#numbers = numbers;
      await publish(tx, this.catalog, this.bindings, numbers);
      await serveSet(tx, numbers.set);
    });
  }

  show(...of: Parameters<NonNullable<TrialStore['show']>>): void {
    const [views, last, mostChanges] = of;
    this.#views = new ShownViews(views, this.catalog, last, mostChanges);
  }

  tell(): void {
    this.#views?.tell();
  }

  within(step: (store: EngineStore) => Promise<unknown>): Promise<void> {
    return this.#transaction(async (tx) => {
      await step(await this.#store(tx));
    });
  }

  async learnBlocks(blocks: readonly VerifiedBlock[]): Promise<void> {
    this.#views?.learn(blocks);
    await this.pool.query(
      `WITH event AS (
         INSERT INTO chain_event (position, kind, block_number, block_hash, chain_digest)
         SELECT (SELECT coalesce(max(position), 0) FROM chain_event) + row_number() OVER (), 'BlockAppended', number, hash, sha256('')
         FROM unnest($1::int8[], $2::bytea[]) AS block (number, hash)
         RETURNING position, block_number, block_hash
       )
       INSERT INTO canonical_block (number, hash, parent_hash, timestamp, position)
       SELECT block_number, block_hash, block_hash, block_number, position FROM event`,
      [blocks.map(({ header }) => header.number), blocks.map(({ hash }) => hash)],
    );
  }

  async stateReads(): Promise<readonly RequestedRead[]> {
    const { rows } = await this.pool.query<RequestedRead>({
      text: 'SELECT subject, what, block_number AS block FROM state_read_request',
      types: JSON_READY,
    });
    return rows;
  }

  keepAnswers(answers: readonly Answer[]): Promise<void> {
    const recorded = answers.map(({ subject, what, block, outcome, output }) => ({
      kind: 'ReadRecorded' as const,
      position: 0,
      number: block,
      hash: Buffer.alloc(32),
      reads: [{ address: fromHex(subject), what, outcome, output: fromHex(output) }],
    }));
    return this.#transaction((tx) => storeReads(tx, recorded));
  }

  async forget(from: number, to: number): Promise<void> {
    this.#views?.forget(from, to);
    await this.#transaction((tx) => unwindReads(tx, from, to));
    await this.pool.query('DELETE FROM canonical_block WHERE number BETWEEN $1 AND $2', [from, to]);
  }

  async stored(): Promise<Stored> {
    const { definitionOf } = await this.#inTransaction((tx) => engineNumbers(tx, this.catalog, SET));
    const segments = await this.pool.query<SegmentRow>({
      text: `SELECT subject, definition, object, start_block AS start, end_block AS end, interval_start AS "intervalStart",
                    value, reference_block AS "referenceBlock", proof_hash AS "proofHash", proof_text(proof_segment) AS proof FROM proof_segment`,
      types: JSON_READY,
    });
    const undecided = await this.pool.query<UndecidedRow>({
      text: 'SELECT subject, definition, start_block AS start, end_block AS end FROM undecided_segment',
      types: JSON_READY,
    });
    const ranges = await this.#inTransaction(async (tx) => (await this.#store(tx)).ranges());
    const families = await this.pool.query<{ family: string; ranges: readonly [number, number][] | null }>({
      text: `SELECT family, (SELECT json_agg(json_build_array(lower(one), upper(one) - 1)) FROM unnest(ranges) one) AS ranges
             FROM claim_coverage`,
    });
    return {
      segments: segments.rows.map(({ definition, object, end, value, proofHash, ...segment }) => ({
        ...segment,
        definition: definitionOf.get(definition)!,
        object: object === '0x' ? '' : object,
        ...(end !== null && { end }),
        ...(value !== null && { value }),
        proofHash: `sha256:${proofHash.slice(2)}`,
      })),
      undecided: undecided.rows.map(({ definition, end, ...span }) => ({
        ...span,
        definition: definitionOf.get(definition)!,
        ...(end !== null && { end }),
      })),
      ranges,
      families: new Map(
        families.rows.map(({ family, ranges: bounds }) => [
          family,
          { ranges: (bounds ?? []).map(([fromBlock, toBlock]) => ({ fromBlock, toBlock })) },
        ]),
      ),
    };
  }

  async #store(tx: PoolClient): Promise<PostgresStore> {
    const numbers = await engineNumbers(tx, this.catalog, SET);
    return new ShownStore(tx, numbers, this.#triggers, this.#views!);
  }

  async #transaction(step: (tx: PoolClient) => Promise<unknown>): Promise<void> {
    await this.#inTransaction(step);
  }

  async #inTransaction<Result>(step: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    const tx = await this.pool.connect();
    try {
      await tx.query('BEGIN');
      const result = await step(tx);
      await tx.query('COMMIT');
      return result;
    } finally {
      tx.release();
    }
  }
}

/** A store in PostgreSQL, except that the results of view calls are made up. */
class ShownStore extends PostgresStore {
  constructor(
    private readonly db: PoolClient,
    numbers: EngineNumbers,
    private readonly index: TriggerIndex,
    private readonly shown: ShownViews,
  ) {
    super(db, numbers, index);
  }

  override async keys(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]> {
    const isShown = ({ source }: SourceKey): boolean => this.index.isView(source);
    const stored = keys.filter((key) => !isShown(key));
    const rows = await super.keys(stored);
    return keys.map((key) => (isShown(key) ? this.shown.rows(key) : rows[stored.indexOf(key)]!));
  }

  override async viewChanges(blocks?: BlockRange): Promise<readonly ViewChange[]> {
    const changes = this.shown.takeChanges();
    if (!blocks) return changes;
    const { rowCount } = await this.db.query('SELECT FROM canonical_block WHERE number = $1', [
      blocks.fromBlock - 1,
    ]);
    return [...changes, ...this.shown.changesIn(blocks, rowCount === 1)];
  }
}

interface UndecidedRow {
  readonly subject: string;
  readonly definition: number;
  readonly start: number;
  readonly end: number | null;
}

interface SegmentRow extends UndecidedRow {
  readonly object: string;
  readonly intervalStart: number;
  readonly value: string | null;
  readonly referenceBlock: number;
  readonly proofHash: string;
  readonly proof: string;
}
