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
  /** The sold resource in words for people. */
  readonly description: string;
}

/** @param target request target with its query */
export function offerOf(terms: PayTerms, method: ForSale, target: string): Offer {
  return {
    requirement: requirementOf(terms, method),
    url: `${terms.url}${target}`,
    description: `${method.summary}.`,
  };
}

/** The 402 of an offer. @param error why the sent payment is not accepted */
export function askedFor({ requirement, url, description }: Offer, error?: string): PaymentRequired {
  return {
    x402Version: 2,
    ...(error !== undefined && { error }),
    resource: { url, description, mimeType: 'application/json' },
    accepts: [requirement],
  };
}
