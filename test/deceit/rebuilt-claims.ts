import { expect } from '@jest/globals';
import type { Pool } from 'pg';
import { FIRST_BLOCK } from '../../src/demo/genesis/first-block.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import type { Projector } from '../../src/event-store/projector.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';

/** Digest of all proven claims. */
export const digestOf = claimDigest;

/** Each is a thread that reads all definitions. */
const SHARDS = bounded(2, 3);

/** Rebuilds the tracked calls, then the claims, then the claims in shards, and expects an unchanged digest after each. */
export async function expectSameAfterRebuilds(pool: Pool, projectors: readonly Projector[]): Promise<void> {
  const before = await digestOf(pool);
  const lease = await WriterLease.take(pool, 5_000);
  const runner = new ProjectionRunner(pool, lease);
  for (const name of ['tracking', 'evaluation']) {
    await runner.rebuild(projectors.find((one) => one.name === name)!);
    for (const projector of projectors) await runner.catchUp(projector);
    expect(await digestOf(pool)).toEqual(before);
  }
  const { connectionString } = pool.options;
  const threads = { shards: SHARDS, databaseUrl: connectionString! };
  const inShards = allProjectors({ firstBlock: FIRST_BLOCK, isDemo: true }, undefined, threads);
  const evaluation = inShards.find(({ name }) => name === 'evaluation')!;
  await runner.rebuild(evaluation);
  evaluation.resetCache!();
  expect(await digestOf(pool)).toEqual(before);
  lease.release();
}
