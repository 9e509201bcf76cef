import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkLog } from '../../src/event-store/check-log.js';
import type { Projector } from '../../src/event-store/projector.js';
import { bounded } from '../bounded.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion, withoutClaims } from '../fixture/ingestion.js';
import { storedTables } from '../fixture/stored-tables.js';
import { diffTables } from '../property/diff-tables.js';
import { observe } from '../property/observed-block.js';
import { expectedTables } from '../property/oracle.js';
import type { Fault } from '../simulation/fault-plan.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { moreSlowly } from '../slowly.js';

let database: TestDatabase;
let node: SimulatedNode;
let ingestion: TestIngestion;

beforeEach(async () => {
  database = await createDatabase({ migrated: true });
});
afterEach(async () => {
  await ingestion.stop();
  await node.stop();
  await database.drop();
});

async function follow(
  options: Parameters<typeof startSimulatedNode>[0],
  blocks: number,
  projectors?: readonly Projector[],
): Promise<void> {
  node = await startSimulatedNode(options);
  await node.chain.extend(blocks);
  ingestion = startIngestion({
    rpcUrls: [node.url],
    databaseUrl: database.url,
    firstBlock: node.chain.firstBlock,
    ...(projectors && { projectors }),
  });
  await ingestion.reached(node.chain.blocks.at(-1)!.hash);
}

async function expectWhole(
  sight: Parameters<typeof observe>[1] = { traces: 'geth', stateDiff: true, ommers: true },
): Promise<void> {
  const expected = expectedTables(observe(node.chain, sight));
  expect(diffTables(expected, await storedTables(ingestion.pool))).toBeUndefined();
  expect(await checkProjections(ingestion.pool)).toEqual([]);
  expect(await checkLog(ingestion.pool, () => undefined)).toEqual([]);
}

describe('following the head', () => {
  it.each(moreSlowly(['modern', 'homestead', 'cancun', 'london'] as const, 2))(
    'stores the blocks of the chain, in %s',
    async (era) => {
      await follow({ seed: 21, era }, bounded(60, 130));
      await expectWhole();
      expect(ingestion.refusals).toEqual([]);
    },
  );

  it('stores the same from flat traces and replays, except what only nested calls show', async () => {
    await follow({ seed: 22, without: ['debug'] }, 40);
    await expectWhole({ traces: 'erigon', stateDiff: true, ommers: true });
  });

  it('states what is not covered if the node has no traces', async () => {
    await follow({ seed: 23, without: ['debug', 'trace'], era: 'homestead' }, 30);
    await expectWhole({ traces: 'none', stateDiff: false, ommers: true });
  });

  it('replaces a branch, also by a shorter one', async () => {
    await follow({ seed: 24 }, 70);
    await node.chain.reorg(60, 61);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    await node.chain.reorg(20, 5);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    expect(ingestion.orphaned).toEqual([60, 20]);
    await expectWhole();
  });

  it('stops instead of orphaning a final block', async () => {
    await follow({ seed: 25, without: ['finalized'] }, 84, withoutClaims());
    const before = await storedTables(ingestion.pool);
    await node.chain.reorg(72, 74);
    while (!ingestion.ingester.state.stopped) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ingestion.ingester.state.failure).toContain('final');
    expect(await storedTables(ingestion.pool)).toEqual(before);
  });
});

describe('a node that errs', () => {
  const faults: readonly [Fault, RegExp][] = [
    ['nullBlock', /has no block|no newest block/],
    ['wrongParent', /parent|replaced while it was read/],
    ['wrongNumber', /number/],
    ['falseBloom', /bloom|replaced while it was read/],
    ['forgedFrom', /from|sender/],
    ['truncatedReceipts', /receipt/],
    ['missingLogs', /receipt|bloom/],
    ['http500', /HTTP status 500/],
    ['http429', /HTTP status 429/],
    ['malformedJson', /not JSON/],
  ];

  it.each(faults)('once with %s is refused, named and asked again', async (fault, named) => {
    await follow({ seed: 26 }, 12, withoutClaims());
    node.faults.arm(fault, 2);
    await node.chain.extend(12);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    await expectWhole();
    expect(ingestion.refusals.join('\n')).toMatch(named);
  });

  it('in the order of a batch is understood nevertheless', async () => {
    await follow({ seed: 27 }, 5, withoutClaims());
    node.faults.arm('shuffledBatch', 20);
    await node.chain.extend(10);
    await ingestion.reached(node.chain.blocks.at(-1)!.hash);
    await expectWhole();
  });

  it('by a lag changes nothing', async () => {
    await follow({ seed: 28 }, 30, withoutClaims());
    node.faults.arm('staleHead', 40);
    while (node.faults.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ingestion.orphaned).toEqual([]);
    await expectWhole();
  });
});
