import type { Plan } from '../../../kernel/access/plan.js';

/** A method as far as its price is concerned. */
export interface PricedMethod {
  readonly operationId: string;
  readonly plan: Plan;
}

/** What a call of each method costs, in the smallest unit of the token: a price of its own, or that of its plan. */
export class PriceList {
  /** @param prices by plan and by operation id; every plan has one. */
  constructor(private readonly prices: ReadonlyMap<string, bigint>) {}

  priceOf({ operationId, plan }: PricedMethod): bigint {
    const price = this.prices.get(operationId) ?? this.prices.get(plan);
    if (price === undefined) throw new Error(`no price for ${plan}`);
    return price;
  }

  /** What has a price and is none of the given operation ids or plans. */
  anonymous(known: ReadonlySet<string>): readonly string[] {
    return [...this.prices.keys()].filter((name) => !known.has(name));
  }

  get lowest(): bigint {
    return [...this.prices.values()].reduce((lowest, price) => (price < lowest ? price : lowest));
  }
}
