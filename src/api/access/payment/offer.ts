import type { PaymentRequired } from '@x402/core/types';
import type { PaymentRequirement } from '../../../domain/access/payment-requirement.js';
import { type PayTerms, requirementOf } from './pay-terms.js';
import type { PricedMethod } from './price-list.js';

/** A method whose answers are sold. */
export interface ForSale extends PricedMethod {
  readonly summary: string;
}

/** The price of one call. */
export interface Offer {
  readonly requirement: PaymentRequirement;
  /** The sold resource: absolute URL, with its query. */
  readonly url: string;
  /** The same in the words of a person. */
  readonly description: string;
}

/** @param target of the request, with its query. */
export function offerOf(terms: PayTerms, method: ForSale, target: string): Offer {
  return {
    requirement: requirementOf(terms, method),
    url: `${terms.url}${target}`,
    description: `${method.summary}.`,
  };
}

/** @param error why a payment that was sent is not taken. */
export function askedFor({ requirement, url, description }: Offer, error?: string): PaymentRequired {
  return {
    x402Version: 2,
    ...(error !== undefined && { error }),
    resource: { url, description, mimeType: 'application/json' },
    accepts: [requirement],
  };
}
