import type { PaymentRequirement } from '../../../domain/access/payment-requirement.js';
import type { Address } from '../../../domain/chain/hex.js';
import type { PricedMethod, PriceList } from './price-list.js';

/** A token that moves by signed authorizations (EIP-3009). */
export interface PayToken {
  readonly address: Address;
  /** Name and version of its EIP-712 domain, under which a payer signs. */
  readonly name: string;
  readonly version: string;
}

/** The price of a call. */
export interface PayTerms {
  /** Network by CAIP-2. */
  readonly network: `eip155:${string}`;
  readonly token: PayToken;
  /** The recipient of payments. */
  readonly payTo: Address;
  readonly prices: PriceList;
  /** URL of the paid methods, without a trailing slash. */
  readonly url: string;
}

/** Time for the call, its settlement, and a second try if the outcome of the settlement is not known. */
const MAX_TIMEOUT_SECONDS = 300;

/** The payment that one call requires. */
export function requirementOf(
  { network, token, payTo, prices }: PayTerms,
  method: PricedMethod,
): PaymentRequirement {
  return {
    scheme: 'exact',
    network,
    asset: token.address,
    amount: String(prices.priceOf(method)),
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name: token.name, version: token.version },
  };
}
