import type { Pool } from 'pg';
import type { ReadsOfBlock } from '../../domain/event/recorded-reads.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { isProven } from '../../node/execution/prove-reads.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { AuditRounds } from './audit-rounds.js';
import type { ClaimProver } from './claim-prover.js';
import type { ClaimedPlace, ClaimedState, NamedSlots } from './claimed-state.js';

/** Runs whose reads are compared in one step. */
const RUNS_A_STEP = 100;
const CLAIMS_A_STEP = 100;

/**
 * Compares what tracked runs read, and then the named slots that claims rest on, with proofs at the stored
 * head: a few in each step, in rounds. It finds what flushes do not show: changes of accounts that a block
 * does not even name, and blocks that were stored while no node gave proofs.
 */
export class StateAudit {
  readonly #chain: CanonicalChain;
  readonly #rounds = new AuditRounds();
  /** Whether this round has compared all runs, and is at the claims. */
  #isAtClaims = false;
  /** The last claim whose slots were compared in this round. */
  #after: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly claimed: Pick<ClaimedState, 'newestRun' | 'page'>,
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
    if (!head || signal.aborted || !this.#rounds.isDue(head.number)) return 0;
    const { places, last } = await this.#page();
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
    this.#goOn(head.number, last);
    return proofs.length;
  }

  async #page(): Promise<{ readonly places: readonly ClaimedPlace[]; readonly last?: number }> {
    if (this.#isAtClaims) return this.named.page(this.pool, this.#after, CLAIMS_A_STEP);
    const above = await this.#rounds.above(() => this.claimed.newestRun(this.pool));
    return this.claimed.page(this.pool, above, RUNS_A_STEP);
  }

  /** @param last the last run or claim of the page; undefined where none follow */
  #goOn(head: number, last: number | undefined): void {
    if (this.#isAtClaims) {
      this.#after = last;
      this.#isAtClaims = last !== undefined;
      if (!this.#isAtClaims) this.#rounds.end(head);
    } else if (last === undefined) this.#isAtClaims = true;
    else this.#rounds.goOn(last);
  }
}
