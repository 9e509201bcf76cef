import type { Pool } from 'pg';
import { type Definitions } from '../src/definition/read-definitions.js';
import type { VerifiedBlock } from '../src/domain/chain/record/block.js';
import type { BlockRange } from '../src/domain/interval/block-range.js';
import { TriggerIndex } from '../src/engine/model/trigger-index.js';
import { Engine } from '../src/engine/scheduler/engine.js';
import type { Figures } from '../src/engine/scheduler/pass.js';
import { SubjectCache } from '../src/engine/scheduler/subject-cache.js';
import { type EngineNumbers, engineNumbers } from '../src/engine/store/engine-numbers.js';
import { PostgresStore } from '../src/engine/store/postgres-store.js';
import { publish, serveSet } from '../src/engine/store/publish.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { FIRST_BLOCK } from './evaluate-chain.js';

const ADD_BLOCKS =
  'INSERT INTO canonical_block SELECT number, hash, hash, 0, number FROM unnest($1::int8[], $2::bytea[]) AS block (number, hash)';

const SET = 'the definitions of the benchmark';

/** The engine over a database, as the projector runs it but without the other read models. */
export class BenchEngine {
  readonly #triggers: TriggerIndex;

  private constructor(
    private readonly pool: Pool,
    private readonly definitions: Definitions,
    readonly numbers: EngineNumbers,
  ) {
    this.#triggers = new TriggerIndex(definitions.catalog, definitions.bindings);
  }

  static open(pool: Pool, definitions: Definitions): Promise<BenchEngine> {
    return inTransaction(pool, async (tx) => {
      const numbers = await engineNumbers(tx, definitions.catalog, SET);
      await publish(tx, definitions.catalog, definitions.bindings, numbers);
      await serveSet(tx, numbers.set);
      return new BenchEngine(pool, definitions, numbers);
    });
  }

  /** An engine that has read nothing yet. */
  cold(): (blocks: readonly VerifiedBlock[]) => Promise<Figures> {
    const engine = new Engine(this.definitions.catalog, this.definitions.bindings, FIRST_BLOCK);
    return (blocks) =>
      this.within(async (store, query) => {
        await query(ADD_BLOCKS, [blocks.map(({ header }) => header.number), blocks.map(({ hash }) => hash)]);
        return engine.append(store, blocks);
      });
  }

  /** Where every block has all records. */
  cast(range: BlockRange): SubjectCache {
    const { catalog, bindings } = this.definitions;
    return new SubjectCache(catalog, bindings, this.#triggers, FIRST_BLOCK, () => [range]);
  }

  within<T>(
    work: (store: PostgresStore, query: (text: string, values: unknown[]) => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    return inTransaction(this.pool, (tx) =>
      work(new PostgresStore(tx, this.numbers, this.#triggers), (text, values) => tx.query(text, values)),
    );
  }
}
