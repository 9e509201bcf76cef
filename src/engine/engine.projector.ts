import type { PoolClient } from 'pg';
import type { Binding } from '../definition/binding/binding.js';
import { definitionSetDigest } from '../definition/catalog/definition-set.js';
import type { Catalog } from '../definition/model/definition.js';
import { toHex } from '../domain/chain/codec/hex.js';
import type { BlockAppended, ReadRecorded } from '../domain/event/chain-event.js';
import { consecutive } from '../domain/interval/consecutive.js';
import type { EventFlow, Projector } from '../event-store/projector.js';
import { clearStateReads } from '../event-store/state-read-request.js';
import { InitialStateRows } from './facts/initial-state-rows.js';
import type { ViewTracker } from './model/view-tracker.js';
import { reevaluate } from './reevaluation/reevaluation.js';
import { ServedChanges } from './reevaluation/served-changes.js';
import { Engine } from './scheduler/engine.js';
import { type ShardThreadsOptions, startShardThreads } from './shards/shard-threads.js';
import { Shards } from './shards/shards.js';
import { deleteClaims } from './store/delete-claims.js';
import { EngineCopies } from './store/engine-copies.js';
import { type EngineNumbers, engineNumbers } from './store/engine-numbers.js';
import { areInitialStatesRequested, requestInitialStates } from './store/initial-states-requested.js';
import { PostgresStore } from './store/postgres-store.js';
import { hasItsFacts, isServed, publish, serveSet } from './store/publish.js';
import { REQUESTER, storeReads, unwindReads } from './store/state-read-results.js';
import { areViewChangesLeft, takeSomeViewChanges } from './store/view-results.js';

const CHANGES_AT_ONCE = 500;

export interface EvaluationOptions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Lowest block that exists on the chain: nothing was there before it. */
  readonly firstBlock: number;
  /** Executes the view calls that definitions ask for. */
  readonly views: ViewTracker;
  /** How many proof segments a definition begins about one subject in a range. */
  readonly mostSegments?: number;
  /** Threads that divide the subjects of long fills among them; left out where one thread does it all. */
  readonly shards?: Omit<ShardThreadsOptions, 'firstBlock'> | undefined;
}

/** Facts, claims and proofs, as a fold of the chain events like every other read model. */
export function evaluationProjector(options: EvaluationOptions): Projector {
  const { catalog, bindings, firstBlock, views, mostSegments } = options;
  const engine = new Engine(catalog, bindings, firstBlock, mostSegments);
  const threads = options.shards && { ...options.shards, firstBlock };
  const shards =
    threads &&
    new Shards({
      ...{ catalog, triggers: engine.triggers },
      start: (numbers, listener) => startShardThreads(threads, numbers, listener),
    });
  const changes = new ServedChanges(catalog, bindings);
  const initialStates = new InitialStateRows(catalog, bindings);
  const setDigest = definitionSetDigest(catalog, bindings);
  const copies = new EngineCopies();
  let known: EngineNumbers | undefined;

  const store = async (tx: PoolClient): Promise<PostgresStore> => {
    known ??= await engineNumbers(tx, catalog, setDigest);
    return new PostgresStore(tx, known, engine.triggers, copies, views);
  };

  /**
   * The engine of this thread, for what shards do not do. It ends the shards, because what they keep in
   * memory is then out of date.
   */
  const alone = (): Engine => {
    shards?.end();
    return engine;
  };

  const append = async (
    tx: PoolClient,
    appended: readonly BlockAppended[],
    { isWhole = false }: EventFlow,
  ): Promise<void> => {
    const to = await store(tx);
    const ranges = isWhole && shards ? await to.ranges() : undefined;
    if (ranges && shards!.takes(appended, ranges)) {
      engine.resetCache();
      return shards!.append(to, known!, appended, ranges);
    }
    for (const run of consecutive(appended.map(({ block }) => block))) await alone().append(to, run);
  };

  const learn = async (tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> => {
    const answers = await storeReads(tx, recorded);
    await alone().learn(
      await store(tx),
      answers.flatMap((answer) => initialStates.of(answer, answer.blockNumber)),
      answers.map(({ address, what, blockNumber, outcome, output }) => ({
        ...{ subject: toHex(address), what, block: blockNumber, outcome },
        ...(outcome === 'answered' ? { output: toHex(output) } : {}),
      })),
      initialStates.proven(recorded),
    );
  };

  return {
    name: 'evaluation',
    readsFrom: ['tracking'],

    async needsUpgrade(tx) {
      if (!(await isServed(tx, setDigest))) return true;
      await store(tx);
      return (
        !(await hasItsFacts(tx, known!.set, catalog)) ||
        !(await areInitialStatesRequested(tx)) ||
        (await areViewChangesLeft(tx))
      );
    },

    async upgradeStep(tx) {
      // After a step that did not commit, the engine must read again what is stored.
      alone().resetCache();
      const served = await store(tx);
      if (!(await areInitialStatesRequested(tx)))
        return {
          said: `asked for the code of ${await requestInitialStates(tx, firstBlock)} addresses of ranges that do not begin with the chain`,
        };
      const said = await reevaluate(tx, {
        engine,
        catalog,
        bindings,
        changes,
        initialStates,
        numbers: known!,
        store: served,
      });
      if (said !== undefined) return { said };
      const changed = await takeSomeViewChanges(tx, CHANGES_AT_ONCE);
      if (changed.length === 0) return undefined;
      await engine.learnViews(served, changed);
      return { said: `evaluating ${changed.length} view calls that were executed again` };
    },

    on: { BlockAppended: append, ReadRecorded: learn },

    async unwind(tx, from, to) {
      await unwindReads(tx, from, to);
      await alone().unwind(await store(tx), from, to);
    },

    async clear(tx) {
      alone().resetCache();
      known = await engineNumbers(tx, catalog, setDigest);
      await tx.query('TRUNCATE fact, evaluated_range, dependency, state_read_result, initial_state_touch');
      await clearStateReads(tx, REQUESTER);
      await deleteClaims(tx, known.set);
      // Re-evaluations under way have read facts that are now deleted.
      await tx.query('DELETE FROM reevaluation');
      await tx.query('UPDATE definition_set SET generation = DEFAULT WHERE id = $1', [known.set]);
      await publish(tx, catalog, bindings, known);
      await serveSet(tx, known.set);
    },

    resetCache() {
      alone().resetCache();
      // Numbers that were given in a transaction that did not commit are void.
      known = undefined;
    },
  };
}
