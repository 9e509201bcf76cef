import { parentPort, workerData } from 'node:worker_threads';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { fenceOf } from '../../event-store/writer-lease.js';
import { tablesOnNodes } from '../../platform/postgres/distributed/tables-on-nodes.js';
import { createPool } from '../../platform/postgres/pool.js';
import { Publication, publishOf } from '../../platform/postgres/publication.js';
import { endOnRequest } from '../../platform/thread/own-thread.js';
import { allProjectors } from '../projection/projectors.js';
import type { ClaimTask, ClaimWorkerSettings } from './claim-thread.js';

/** A thread that moves the evaluating projectors along the log, and posts the position reached. */
const { databaseUrl, chain, names, epoch, shards } = workerData as ClaimWorkerSettings;
const port = parentPort!;
endOnRequest();
const pool = createPool(databaseUrl, { statementTimeoutMs: 0, replans: true, max: 2 });
const runner = new ProjectionRunner(pool, fenceOf(epoch));
const threads = { shards, databaseUrl };
const projectors = allProjectors(chain, undefined, threads).filter(({ name }) => names.has(name));

let work = publish();
// A running `advance` reads it before each step, so a task that comes meanwhile extends it.
let newestEnd = 0;
let reached = 0;
port.on('message', ({ end, isAnew }: ClaimTask) => {
  newestEnd = end;
  work = work.then(async () => {
    if (isAnew) for (const projector of projectors) projector.resetCache?.();
    else if (reached >= end) return;
    await runner.advance(
      projectors,
      () => newestEnd,
      (position) => {
        reached = position;
        port.postMessage(position);
      },
    );
  });
});

/** In a cluster, nodes have rows of facts, so commits are published. The connections end with the thread. */
async function publish(): Promise<void> {
  if ((await tablesOnNodes(pool)).length > 0) publishOf(pool, new Publication(databaseUrl));
}
