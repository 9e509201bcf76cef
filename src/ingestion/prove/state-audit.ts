import type { Pool } from 'pg';
import type { ReadsOfBlock } from '../../domain/event/recorded-reads.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { isProven } from '../../node/execution/prove-reads.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { ClaimProver } from './claim-prover.js';
import type { ClaimedPlace, ClaimedState, NamedSlots } from './claimed-state.js';

/** Runs whose reads are compared in one step. */
const RUNS_A_STEP = 100;
const CLAIMS_A_STEP = 100;
/** Blocks from the end of a round to the next round. */
const BLOCKS_A_ROUND = 256;

/**
 * Compares what tracked runs read, and then the named slots that claims rest on, with proofs at the stored
 * head: a few in each step, in rounds. It finds what flushes do not show: changes of accounts that a block
 * does not even name, and blocks that were stored while no node gave proofs.
 */
export class StateAudit {
  readonly #chain: CanonicalChain;
  /** Number of the last run compared in this round; undefined once all runs were compared. */
  #above: number | undefined = 0;
  /** The last claim whose slots were compared in this round. */
  #after: number | undefined;
  #nextRound = 0;

  constructor(
    private readonly pool: Pool,
    private readonly claimed: Pick<ClaimedState, 'page'>,
    private readonly named: Pick<NamedSlots, 'page'>,
    private readonly prover: Pick<ClaimProver, 'comparison' | 'contradictions' | 'requireAll'>,
    private readonly writer: { record(proofs: readonly ReadsOfBlock[]): Promise<void> },
  ) {
    this.#chain = new CanonicalChain(pool);
  }

  /**
   * @returns the number of appended events
   * @throws StateUnproven where proofs are required and a place has none
   */
  async step(signal: AbortSignal): Promise<number> {
    const head = await this.#chain.head();
    if (!head || signal.aborted || head.number < this.#nextRound) return 0;
    const { places, next } = await this.#page();
    const asked = places.map((place) => ({ ...place, block: head.number }));
    const { wrong, unproven } = await this.prover.comparison.compared(this.pool, asked);
    const contradicted = wrong.flatMap(({ proven, ...place }) =>
      isProven(proven) ? [{ ...place, proven }] : [],
    );
    const proofs = await inTransaction(this.pool, (tx) =>
      this.prover.contradictions.record(tx, contradicted),
    );
    if (proofs.length > 0) await this.writer.record(proofs);
    await this.prover.requireAll([...unproven, ...wrong.filter(({ proven }) => !isProven(proven))]);
    [this.#above, this.#after] = next;
    if (this.#above === 0) this.#nextRound = head.number + BLOCKS_A_ROUND;
    return proofs.length;
  }

  async #page(): Promise<{
    readonly places: readonly ClaimedPlace[];
    readonly next: readonly [above: number | undefined, after: number | undefined];
  }> {
    if (this.#above !== undefined) {
      const { places, last } = await this.claimed.page(this.pool, this.#above, RUNS_A_STEP);
      return { places, next: [last, undefined] };
    }
    const { places, last } = await this.named.page(this.pool, this.#after, CLAIMS_A_STEP);
    return { places, next: last === undefined ? [0, undefined] : [undefined, last] };
  }
}
