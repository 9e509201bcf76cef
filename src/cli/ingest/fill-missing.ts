import type { Pool } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { ChainWriter } from '../../ingestion/append/chain-writer.js';
import type { Config } from '../../platform/config/config.js';
import { dropsIndexes, planFill } from '../../runtime/database/fill-plan.js';
import { withoutReadIndexes } from '../../runtime/database/fill-without-indexes.js';
import { takeServiceLock } from '../../runtime/directory/service-lock.js';

/** Stores the missing blocks by `fill`. If they are many, it runs without the indexes that only reads need. */
export async function fillMissing(
  { config, pool, writer }: { readonly config: Config; readonly pool: Pool; readonly writer: ChainWriter },
  missing: readonly BlockRange[],
  fill: () => Promise<void>,
): Promise<void> {
  const plan = await planFill(pool, { missing, stored: await writer.chain.ranges() });
  // A service that follows no node at the moment has no lease, but must keep the indexes for its answers.
  const release = dropsIndexes(plan) ? await takeServiceLock(config) : undefined;
  try {
    await withoutReadIndexes({ pool, partitions: writer.partitions }, plan, console.log, fill);
  } finally {
    release?.();
  }
}
