import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { PATIENCE_MS } from '../patience.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

let database: TestDatabase;
let node: SimulatedNode;
let lesser: SimulatedNode;
let tracing: AlteredNode;
let isAway: boolean;
let ingestion: TestIngestion;
beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  node = await startSimulatedNode({ seed: 92 });
  lesser = await startSimulatedNode({ seed: 92, chain: node.chain, without: ['debug', 'trace'] });
  isAway = false;
  tracing = await startAlteredNode(
    () => node.url,
    () => undefined,
    () => isAway,
  );
});
afterEach(async () => {
  await ingestion.stop();
  await tracing.stop();
  await lesser.stop();
  await node.stop();
  await database.drop();
});

function follow(...rpcUrls: string[]): void {
  ingestion = startIngestion({ rpcUrls, databaseUrl: database.url, firstBlock: node.chain.firstBlock });
}

const reachedHead = (): Promise<void> => ingestion.reached(node.chain.head!.hash);

async function waits(): Promise<string> {
  const chain = new CanonicalChain(ingestion.pool);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(25)) {
    const { failure } = ingestion.ingester.state;
    if (failure?.startsWith('waits for')) return failure;
    if ((await chain.head())?.number === node.chain.head!.number) break;
  }
  throw new Error(`the ingester does not wait: ${ingestion.ingester.state.failure}`);
}

/** The blocks that lack records, by family. */
async function holes(from = node.chain.firstBlock): Promise<unknown> {
  const { rows } = await ingestion.pool.query(
    `SELECT family, (int8multirange(int8range($1, $2, '[]')) - ranges)::text AS holes FROM coverage
     WHERE family IN ('frames', 'state_diff') ORDER BY family`,
    [from, node.chain.head!.number],
  );
  return rows;
}
const NONE = ['frames', 'state_diff'].map((family) => ({ family, holes: '{}' }));

it('ingestion waits for the tracing node while only one without traces answers, also after a start', async () => {
  await node.chain.extend(8);
  follow(lesser.url, tracing.url);
  await reachedHead();

  isAway = true;
  await node.chain.extend(4);
  const why = await waits();
  expect(why).toContain(`call frames and state diffs: stored blocks have them, ${new URL(lesser.url).host}`);
  expect(why).toContain('ingest --partial');
  await ingestion.stop();
  follow(lesser.url, tracing.url);
  await waits();

  isAway = false;
  await reachedHead();
  expect(await holes()).toEqual(NONE);
});

it('ingestion uses the tracing node once it answers, though it was down from the start', async () => {
  isAway = true;
  await node.chain.extend(4);
  follow(lesser.url, tracing.url);
  await reachedHead();
  isAway = false;
  const isTraced = async () =>
    node.chain.head!.json.transactions.length > 0 &&
    JSON.stringify(await holes(node.chain.head!.number)) === JSON.stringify(NONE);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !(await isTraced()); ) {
    await setTimeout(250);
    await node.chain.extend(1);
    await reachedHead();
  }
  expect(await isTraced()).toBe(true);
  expect(ingestion.ingester.state.failure).toBeUndefined();
});

it('ingestion continues with a node without traces if stored blocks come from one, though the newest block is empty', async () => {
  await node.chain.extend(8);
  follow(lesser.url);
  await reachedHead();
  do await node.chain.extend(1);
  while (node.chain.head!.json.transactions.length > 0);
  await reachedHead();
  await ingestion.stop();
  await node.chain.extend(4);
  follow(lesser.url);
  await reachedHead();
});
