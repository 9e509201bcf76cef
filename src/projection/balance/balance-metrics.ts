import { Counter, type Registry } from 'prom-client';

/**
 * `layout`: to confirm where a token stores its balances; `pair`: balances of parties of transfers, in a
 * block without a state diff.
 */
export type StateReadPurpose = 'layout' | 'pair';

/** Metrics of the balances that were read from nodes. */
export class BalanceMetrics {
  readonly #requests: Counter<'purpose'>;

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'chainproof_balance_questions_total',
      help: 'Questions put to nodes about balances; with state diffs none of purpose pair.',
      labelNames: ['purpose'],
      registers: [registry],
    });
    for (const purpose of ['layout', 'pair'] as const) this.#requests.inc({ purpose }, 0);
  }

  asked(purpose: StateReadPurpose, requests: number): void {
    this.#requests.inc({ purpose }, requests);
  }
}
