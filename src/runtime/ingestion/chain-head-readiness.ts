import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { Ingester } from '../../ingestion/ingester.js';

/** Blocks that a store may be behind before the service calls itself not ready. */
export const LAG_BLOCKS = 16;

/** The store is near the node's head. The lag is measured against the node, not against the clock: a chain may halt. */
@Injectable()
export class ChainHeadReadiness implements ReadinessCheck {
  readonly name = 'chain-head';

  constructor(
    private readonly pool: Pool,
    private readonly ingester: Ingester,
  ) {}

  async check(): Promise<void> {
    const { nodeHead, failure, isStandby } = this.ingester.state;
    // It is ready when it can answer, not when it leads.
    if (isStandby) return;
    if (failure !== undefined) throw new Error(failure);
    if (nodeHead === undefined) throw new Error('no node has stated its head yet');
    const stored = (await new CanonicalChain(this.pool).head())?.number ?? 0;
    if (nodeHead.number - stored > LAG_BLOCKS)
      throw new Error(`${nodeHead.number - stored} blocks behind the node`);
  }
}
