import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import { requestEvaluation } from '../../src/event-store/evaluation-request.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { ClaimThread } from '../../src/runtime/evaluation/claim-thread.js';
import { EvaluatingProcess } from '../../src/runtime/evaluation/evaluating-process.js';
import { Evaluator } from '../../src/runtime/evaluation/evaluator.js';
import { NearestFollowers } from '../../src/runtime/evaluation/nearest-followers.js';
import { chainRules } from '../../src/runtime/projection/chain-rules.js';
import { allProjectors, EVALUATING, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { bounded } from '../bounded.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeDigests } from '../fixture/store-digests.js';
import { PATIENCE_MS } from '../patience.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = bounded(96, 160);
/** Cuts of the connection after each flush. */
const CUTS = bounded(1, 4);
const CHAIN = { firstBlock: 0, isDemo: false };
const rulesOf = ({ firstBlock }: typeof CHAIN) => chainRules(forkSchedule(), firstBlock);
const evaluatingOf = (chain: typeof CHAIN) => allProjectors(chain).filter(({ name }) => EVALUATING.has(name));

let node: SimulatedNode;
let first: number;
/** Digests of log and claims, stored by one thread. */
let alone: string;
let database: OpenedDatabase;

const openDatabase = async (): Promise<void> => {
  database = await openNewDatabase();
};

/** The evaluation of a process with `ROLE=evaluate`. */
class TestEvaluator {
  readonly #pools = {
    evaluating: createPool(database.url, { max: 1, replans: true, silenceTimeoutMs: 60_000 }),
    log: createPool(database.url, { max: 1, silenceTimeoutMs: 60_000 }),
  };
  readonly failures: string[] = [];
  readiness = 0;
  evaluated = 0;
  readonly #evaluator: Evaluator;

  constructor(projectors = evaluatingOf(CHAIN), rules = rulesOf(CHAIN)) {
    this.#evaluator = new Evaluator(
      this.#pools,
      { projectors, rules },
      {
        onReady: () => {
          this.readiness++;
        },
        onEvaluated: (position) => {
          this.evaluated = position;
        },
        onFailure: (failure) => failure !== undefined && this.failures.push(failure),
      },
    );
    this.#evaluator.start();
  }

  /** Cuts its connection, as if its machine failed. */
  async cut(): Promise<void> {
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND classid = x'6576616c'::int AND database =
         (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  }

  async stop(): Promise<void> {
    await this.#evaluator.stop();
    await Promise.all([this.#pools.evaluating.end(), this.#pools.log.end()]);
  }
}

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 16_180 });
  await node.chain.extend(BLOCKS);
  first = node.chain.firstBlock;
  await openDatabase();
  const { evaluators } = await store({ isLong: false });
  expect(evaluators).toEqual([]);
  alone = await storeDigests(database.pool);
  await database.drop();
});
afterAll(() => node.stop());
beforeEach(async () => {
  await openDatabase();
  // Until a writer opens a database, it has no definitions.
  (await ChainWriter.open(database.pool, { projectors: allProjectors(CHAIN) })).close();
});
afterEach(() => database.drop());

interface Run {
  readonly isLong?: boolean;
  readonly onFlush?: (stored: number) => Promise<void> | void;
}

/** Stores the chain. @returns for each evaluation whether the process did it (true) or the thread (false) */
async function store({ isLong = true, onFlush }: Run = {}): Promise<{ evaluators: boolean[] }> {
  const evaluators: boolean[] = [];
  const lost: string[] = [];
  const schedule = forkSchedule();
  const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
  const followers = new NearestFollowers(
    new EvaluatingProcess(database.pool, rulesOf(CHAIN)),
    new ClaimThread({ databaseUrl: database.url, chain: CHAIN }, (reason) => lost.push(reason)),
    (isProcess) => evaluators.push(isProcess),
  );
  const writer = await ChainWriter.open(database.pool, { projectors: allProjectors(CHAIN), followers });
  const source = new VerifiedSource(execution, schedule);
  try {
    // In flushes as a long fill makes them.
    for (let from = 0; from < BLOCKS; from += 16) {
      const numbers = Array.from({ length: 16 }, (_, at) => first + from + at);
      const blocks = await Promise.all(numbers.map((number) => source.block(number, true)));
      await onFlush?.(from);
      await writer.append(blocks, isLong, isLong);
    }
    await writer.settle();
  } finally {
    await followers.close();
    writer.close();
    await execution.close();
  }
  expect(lost).toEqual([]);
  return { evaluators };
}

async function positions(): Promise<Set<number>> {
  const { rows } = await database.pool.query<{ position: number }>('SELECT position FROM checkpoint');
  return new Set(rows.map(({ position }) => position));
}

async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('the condition did not hold in time');
    await setTimeout(20);
  }
}

describe('a process that evaluates for the writer', () => {
  it('gives the claims of one thread, and writes nothing unless it is asked', async () => {
    const evaluator = new TestEvaluator();
    try {
      await eventually(() => evaluator.readiness === 1);
      const { evaluators } = await store({
        // This writer has a new lease, which the evaluator has to notice first.
        onFlush: (from) => (from === 0 ? eventually(() => evaluator.readiness === 2) : undefined),
      });
      expect(evaluators).toEqual([true]);
      expect(evaluator.evaluated).toBeGreaterThan(0);
      expect(evaluator.failures).toEqual([]);
      expect(await positions()).toEqual(new Set([BLOCKS]));
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await evaluator.stop();
    }
  });

  it.each([32, 64])(
    'is replaced by a thread if its connection is cut after %d blocks, and takes over again',
    async (blocks) => {
      const evaluator = new TestEvaluator();
      try {
        const { evaluators } = await store({
          async onFlush(from) {
            if (from === 0) await eventually(() => evaluator.readiness > 0);
            if (from !== blocks) return;
            const before = evaluator.readiness;
            await evaluator.cut();
            if (blocks === 64) await eventually(() => evaluator.readiness > before);
          },
        });
        expect(evaluators).toContain(true);
        expect(await positions()).toEqual(new Set([BLOCKS]));
        expect(await storeDigests(database.pool)).toBe(alone);
      } finally {
        await evaluator.stop();
      }
    },
  );

  it('gives the claims of one thread whenever its connection is cut', async () => {
    const evaluator = new TestEvaluator();
    const cuts: Promise<void>[] = [];
    try {
      await store({
        async onFlush(from) {
          if (from === 0) await eventually(() => evaluator.readiness > 0);
          // The evaluator takes over at least twice.
          if (from === 32 || from === 64) {
            const before = evaluator.readiness;
            await evaluator.cut();
            await eventually(() => evaluator.readiness > before);
          }
          for (let cut = 0; cut < CUTS; cut++)
            cuts.push(setTimeout(Math.random() * 800).then(() => evaluator.cut()));
        },
      });
      await Promise.all(cuts);
      expect(evaluator.readiness).toBeGreaterThan(2);
      expect(await positions()).toEqual(new Set([BLOCKS]));
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await evaluator.stop();
    }
  });

  it('leaves the claims to a thread when it stops, and joins a running fill', async () => {
    let evaluator: TestEvaluator | undefined;
    const { evaluators } = await store({
      async onFlush(from) {
        if (from === 48) {
          evaluator = new TestEvaluator();
          await eventually(() => evaluator!.readiness > 0);
        }
        if (from === 80) await evaluator!.stop();
      },
    });
    expect(evaluators).toEqual([true, false]);
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it('waits while another process evaluates, and evaluates once that one ends', async () => {
    const one = new TestEvaluator();
    await eventually(() => one.readiness > 0);
    const other = new TestEvaluator();
    try {
      await setTimeout(1_000);
      expect(other.readiness).toBe(0);
      await one.stop();
      await eventually(() => other.readiness > 0);
      expect([...one.failures, ...other.failures]).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('evaluates only by the definitions of the database', async () => {
    const rules = readDefinitions(false);
    const [id, binding] = [...rules.bindings][0]!;
    const bindings = new Map([...rules.bindings, [id, { ...binding, digest: `sha256:${'1'.repeat(64)}` }]]);
    const views = new Tracker(forkSchedule());
    const others = evaluationProjector({ ...rules, bindings, ...CHAIN, views });
    const evaluator = new TestEvaluator([trackingProjector(views), others]);
    try {
      await eventually(() => evaluator.failures.length > 0);
      const { evaluators } = await store();
      expect(evaluators).toEqual([]);
      expect(evaluator).toMatchObject({
        readiness: 0,
        failures: ['the database is not under the definitions of this process: run both in one version'],
      });
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await evaluator.stop();
    }
  });

  it('refuses to evaluate for a writer with another first block, and says so', async () => {
    const others = { ...CHAIN, firstBlock: first };
    const evaluator = new TestEvaluator(evaluatingOf(others), rulesOf(others));
    try {
      const { evaluators } = await store({
        onFlush: (from) => (from === 0 ? eventually(() => evaluator.readiness > 0) : undefined),
      });
      // Until the next flush the process may become ready again, and the writer may ask it again.
      expect(evaluators[0]).toBe(true);
      expect(evaluator).toMatchObject({
        evaluated: 0,
        failures: ['the writer has another FIRST_BLOCK or other FORK_TIMES: set those of the writer'],
      });
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await evaluator.stop();
    }
  });

  it('stops during a fill if the definitions of the database change', async () => {
    const projectors = evaluatingOf(CHAIN);
    let areOthers = false;
    const evaluation = projectors.find(({ name }) => name === 'evaluation')!;
    const needsUpgrade = evaluation.needsUpgrade!.bind(evaluation);
    evaluation.needsUpgrade = async (tx) => areOthers || (await needsUpgrade(tx));
    const evaluator = new TestEvaluator(projectors);
    try {
      const { evaluators } = await store({
        async onFlush(from) {
          if (from === 0) await eventually(() => evaluator.readiness > 0);
          if (from !== 64) return;
          areOthers = true;
          await eventually(() => evaluator.failures.length > 0);
        },
      });
      expect(evaluators).toEqual([true, false]);
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await evaluator.stop();
    }
  });

  it('does nothing for a writer without the newest lease', async () => {
    const evaluator = new TestEvaluator();
    try {
      await store({ isLong: false });
      await eventually(() => evaluator.readiness > 0);
      const { rows } = await database.pool.query<{ epoch: number }>('SELECT epoch FROM writer_epoch');
      // Moves the readers back, as if the last blocks had not been evaluated.
      await database.pool.query(
        `UPDATE checkpoint SET position = position - 16 WHERE reader IN ('tracking', 'evaluation')`,
      );
      const ofEarlier = { epoch: rows[0]!.epoch - 1, position: BLOCKS, rules: rulesOf(CHAIN) };
      await requestEvaluation(database.pool, ofEarlier);
      await setTimeout(1_500);
      expect(await positions()).toEqual(new Set([BLOCKS, BLOCKS - 16]));
    } finally {
      await evaluator.stop();
    }
  });
});
