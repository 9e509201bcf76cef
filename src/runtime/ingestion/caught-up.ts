import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { lastSampledEpoch } from '../../event-store/sampled-epoch.js';
import type { Ingester } from '../../ingestion/ingester.js';

/**
 * Resolves when the store is at the head the node states first, and at `height`; early when `stop` is aborted. Throws when the
 * ingester has given up.
 */
export async function caughtUp(
  pool: Pool,
  ingester: Ingester,
  height: number,
  stop: AbortSignal | undefined,
): Promise<void> {
  const chain = new CanonicalChain(pool);
  for (;;) {
    if (stop?.aborted) return;
    const { nodeHead, stopped, failure } = ingester.state;
    // A database outage passes, or the service ends: others report it.
    const stored = (await chain.head().catch(() => undefined))?.number ?? -1;
    if (nodeHead && stored >= Math.max(nodeHead.number, height)) return;
    if (stopped) throw new Error(`ingestion stopped: ${failure}`);
    await setTimeout(50);
  }
}

/** Resolves when the queues of some epoch have been sampled; early when `stop` is aborted. Throws when the ingester has given up. */
export async function queuesSampled(
  pool: Pool,
  ingester: Ingester,
  stop: AbortSignal | undefined,
): Promise<void> {
  while (!stop?.aborted && (await lastSampledEpoch(pool).catch(() => undefined)) === undefined) {
    if (ingester.state.stopped) throw new Error(`ingestion stopped: ${ingester.state.failure}`);
    await setTimeout(50);
  }
}
