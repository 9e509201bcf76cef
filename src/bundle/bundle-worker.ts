import { parentPort, workerData } from 'node:worker_threads';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import { ANSWERING_SESSION, createPool } from '../platform/postgres/pool.js';
import { endOnRequest } from '../platform/thread/own-thread.js';
import type { BundleTask, BundleThreadSettings } from './bundle-task.js';
import { makeBundle } from './make-bundle.js';

/** A thread that makes bundles, one after the other. */
const { databaseUrl, chain } = workerData as BundleThreadSettings;
const port = parentPort!;
endOnRequest();
const pool = createPool(databaseUrl, { applicationName: ANSWERING_SESSION, max: 1, readsInOrder: true });

port.on('message', async ({ claim, light, nodeUrls }: BundleTask) => {
  port.postMessage(await makeBundle(pool, chain, nodeUrls, claim, light && received(light)));
});

/** Makes Buffers again of the Uint8Arrays that a message between threads turns them into. */
function received({ bootstrap, updates, finality, blockHash, ...data }: FollowedData): FollowedData {
  const bytes = { bootstrap: Buffer.from(bootstrap), finality: Buffer.from(finality) };
  return {
    ...data,
    ...bytes,
    updates: updates.map((update) => Buffer.from(update)),
    blockHash: Buffer.from(blockHash),
  };
}
