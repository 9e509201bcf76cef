import type { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { SLOT_SECONDS } from '../../domain/canonicity/mainnet-slots.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { IngesterState } from '../../ingestion/ingester.js';

/** Blocks that a store may be behind before the service calls itself not ready. */
export const LAG_BLOCKS = 16;

interface HeadSources {
  /** Ingester of a process that writes or may become the writer; absent in one that only answers. */
  readonly ingester?: { readonly state: IngesterState };
  /** What nodes state to a process that does not write; absent for the demo chain, which each process plays by itself. */
  readonly newest?: { number(): Promise<number | undefined> };
}

/**
 * Whether the store is near the head that a node states, also where another process writes it. A chain may halt, so the clock is no measure.
 * Only where another process writes and no node answers, the age of the newest block decides.
 */
export class ChainHeadReadiness implements ReadinessCheck {
  readonly name = 'chain-head';

  constructor(
    private readonly pool: Pool,
    private readonly sources: HeadSources,
  ) {}

  async check(): Promise<void> {
    const { ingester, newest } = this.sources;
    if (ingester && !ingester.state.isStandby) {
      const { nodeHead, failure } = ingester.state;
      if (failure !== undefined) throw new Error(failure);
      if (nodeHead === undefined) throw new Error('no node has stated its head yet');
      await this.#near(nodeHead.number);
    } else if (newest) await this.#near(await newest.number());
  }

  async #near(nodeHead: number | undefined): Promise<void> {
    const stored = await new CanonicalChain(this.pool).head();
    if (nodeHead !== undefined) {
      const lag = nodeHead - (stored?.number ?? 0);
      if (lag > LAG_BLOCKS) throw new Error(`${lag} blocks behind the node`);
      return;
    }
    if (stored === undefined) throw new Error('no block is stored, and no node states its head');
    const age = Math.floor(Date.now() / 1_000) - stored.timestamp;
    // Mainnet makes at most one block in a slot.
    if (age > LAG_BLOCKS * SLOT_SECONDS)
      throw new Error(`the newest block is ${age} s old, and no node states its head`);
  }
}
