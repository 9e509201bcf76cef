import type { Plan } from '../../../domain/access/plan.js';

/** What decides the price of a method. */
export interface PricedMethod {
  readonly operationId: string;
  readonly plan: Plan;
}

/** Prices of calls in the smallest unit of the token. A method has its own price or that of its plan. */
export class PriceList {
  /** @param prices by plan and by operation id; every plan has one. */
  constructor(private readonly prices: ReadonlyMap<string, bigint>) {}

  priceOf({ operationId, plan }: PricedMethod): bigint {
    const price = this.prices.get(operationId) ?? this.prices.get(plan);
    if (price === undefined) throw new Error(`no price for ${plan}`);
    return price;
  }

  /** Names with a price that are neither an operation id nor a plan. */
  unknownNames(known: ReadonlySet<string>): readonly string[] {
    return [...this.prices.keys()].filter((name) => !known.has(name));
  }

  get lowest(): bigint {
    return [...this.prices.values()].reduce((lowest, price) => (price < lowest ? price : lowest));
  }
}
