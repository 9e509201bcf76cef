import type { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { Ingester } from '../../ingestion/ingester.js';
import type { OpenGraph } from '../graph/open-graph.js';

/** Blocks the store may be behind the node before the service calls itself not ready. */
const LAG_BLOCKS = 16;

/** Dependencies of the service: the databases, and stores near the node's head. */
export function readinessChecks(pool: Pool, ingester: Ingester, graph: OpenGraph): ReadinessCheck[] {
  return [
    { name: 'database', check: () => pool.query('SELECT 1') },
    {
      name: 'chain-head',
      async check(): Promise<void> {
        const { nodeHead, failure } = ingester.state;
        if (failure !== undefined) throw new Error(failure);
        if (nodeHead === undefined) throw new Error('no node has stated its head yet');
        const stored = (await new CanonicalChain(pool).head())?.number ?? 0;
        // The lag is measured against the node, not against the clock: a chain may halt.
        if (nodeHead.number - stored > LAG_BLOCKS)
          throw new Error(`${nodeHead.number - stored} blocks behind the node`);
      },
    },
    ...graph.readiness(LAG_BLOCKS),
  ];
}
