import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { checkLog } from '../../src/event-store/check-log.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import type { TestDatabase } from '../fixture/database.js';
import { storedTables } from '../fixture/stored-tables.js';
import { ERAS, type EraName } from '../simulation/era.js';
import { Prng } from '../simulation/prng.js';
import { type Lacking, type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { diffCounterparties } from './diff-counterparties.js';
import { diffTables } from './diff-tables.js';
import { IngesterUnderTest } from './ingester-under-test.js';
import { observe, type Sight } from './observed-block.js';
import { expectedTables } from './oracle.js';
import { RandomLife } from './random-life.js';
import type { Tables } from './row.js';

const EVENTS = 10;

const SIGHTS: readonly { readonly without: readonly Lacking[]; readonly sight: Sight }[] = [
  { without: [], sight: { traces: 'geth', stateDiff: true, ommers: true } },
  { without: ['debug'], sight: { traces: 'erigon', stateDiff: true, ommers: true } },
  { without: ['debug', 'trace', 'blockReceipts'], sight: { traces: 'none', stateDiff: false, ommers: true } },
  { without: ['trace', 'prestate', 'uncles'], sight: { traces: 'geth', stateDiff: false, ommers: false } },
];

/** Ingests a random life of a chain into a migrated database. @throws Error if the projections are not those of the final chain */
export async function liveThrough(seed: number, database: Pick<TestDatabase, 'url' | 'drop'>): Promise<void> {
  const random = new Prng(seed);
  const era = random.pick(Object.keys(ERAS) as EraName[]);
  const { without, sight } = random.pick(SIGHTS);
  const node = await startSimulatedNode({ seed, era, without });
  const pool = createPool(database.url);
  const settings = { rpcUrl: node.url, databaseUrl: database.url, firstBlock: node.chain.firstBlock };
  const ingester = new IngesterUnderTest(settings, pool);
  const life = new RandomLife(random, node, ingester);
  try {
    await life.begin();
    for (let event = 0; event < EVENTS; event++) {
      await life.live();
      if (event === EVENTS - 1 || random.chance(0.6)) await settled(node, sight, ingester, pool);
    }
    const problems = await checkLog(pool, () => undefined);
    if (problems.length > 0) throw new Error(`the log is not whole: ${problems.join('; ')}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `seed ${seed}, ${era}, without ${without.join(' ')}: ${message}\n${life.story.join('\n')}`,
    );
  } finally {
    await ingester.kill();
    await node.stop();
    await pool.end();
    await database.drop();
  }
}

/** Waits until the ingester has the node's chain, then compares every table, more than once: a last spoiled answer may still arrive. */
async function settled(
  node: SimulatedNode,
  sight: Sight,
  ingester: IngesterUnderTest,
  pool: Pool,
): Promise<void> {
  node.faults.clear();
  const expected = expectedTables(observe(node.chain, sight));
  for (let attempts = 3; ; attempts--) {
    await ingester.settle(node.chain.head!.hash);
    const difference =
      diffTables(expected, await storedTables(pool)) ??
      (await differentCounterparties(expected, sight, pool));
    if (difference === undefined) return;
    if (attempts === 0) throw new Error(difference);
    await setTimeout(300);
  }
}

/** Without frames, counterparties are incomplete. */
async function differentCounterparties(expected: Tables, { traces }: Sight, pool: Pool) {
  return traces === 'none' ? undefined : diffCounterparties(expected, pool);
}
