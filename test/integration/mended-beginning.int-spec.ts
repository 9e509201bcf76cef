import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { checkBeginning } from '../../src/event-store/check-beginning.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { storedTables } from '../fixture/stored-tables.js';

/** In the middle of the demo chain: no stored block set the code of contracts deployed before. */
const BLOCKS_BEFORE = 40;
const BLOCKS = 110;

let demo: DemoDatabases;
let begins: number;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  begins = demo.chain.firstBlock + BLOCKS_BEFORE;
});
afterAll(async () => {
  await demo?.stop();
});

it('a false start of the chain is repaired by a rebuild of evaluation, as the refusal says', async () => {
  const range = [begins, begins + BLOCKS - 1] as const;
  const mistaken = await demo.ingested(allProjectors({ firstBlock: begins, isDemo: true }), [range]);
  const right = await demo.ingested(demo.everyProjector(), [range]);
  expect(await claimDigest(mistaken)).not.toEqual(await claimDigest(right));
  expect(await checkBeginning(mistaken, begins)).toEqual([expect.stringContaining('rebuild evaluation')]);

  await rebuildEvaluation(mistaken);
  await demo.answer(mistaken, demo.everyProjector());
  expect(await claimDigest(mistaken)).toEqual(await claimDigest(right));
  expect(await storedTables(mistaken)).toEqual(await storedTables(right));
});

async function rebuildEvaluation(pool: Pool): Promise<void> {
  const lease = await WriterLease.take(pool, 5_000);
  const runner = new ProjectionRunner(pool, lease);
  const projectors = demo.everyProjector();
  await runner.rebuild(projectors.find(({ name }) => name === 'evaluation')!);
  for (const projector of projectors) await runner.catchUp(projector);
  lease.release();
}
