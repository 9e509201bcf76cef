import { Counter, type Registry } from 'prom-client';

/** Outcomes of a call to the pay address. `settled` costs the caller money, and `unknown` may. */
const OUTCOMES = ['asked', 'refused', 'unavailable', 'released', 'failed', 'unknown', 'settled'] as const;
export type PayOutcome = (typeof OUTCOMES)[number];

/** Counts calls by the outcome of their payment, and the money received. */
export class PayMetrics {
  readonly #payments: Counter<'outcome'>;
  readonly #amount: Counter;

  constructor(registry: Registry) {
    this.#payments = new Counter({
      name: 'chainproof_payments_total',
      help: 'Calls to the pay address, by what became of their payment.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // Begins at 0, so that the first of a kind shows as an increase.
    for (const outcome of OUTCOMES) this.#payments.inc({ outcome }, 0);
    this.#amount = new Counter({
      name: 'chainproof_payments_settled_token_units_total',
      help: 'Money received, in the smallest unit of the token.',
      registers: [registry],
    });
  }

  count(outcome: PayOutcome): void {
    this.#payments.inc({ outcome });
  }

  /** @param amount in the smallest unit of the token. */
  settled(amount: string): void {
    this.count('settled');
    this.#amount.inc(Number(amount));
  }
}
