import type { PaymentRequirement } from '../../../domain/access/payment-requirement.js';
import type { Address } from '../../../domain/chain/hex.js';
import type { PricedMethod, PriceList } from './price-list.js';

/** A token that moves by signed authorizations (EIP-3009). */
export interface PayToken {
  readonly address: Address;
  /** Name and version of its EIP-712 domain: what a payer signs under. */
  readonly name: string;
  readonly version: string;
}

/** The price of a call. */
export interface PayTerms {
  /** CAIP-2. */
  readonly network: `eip155:${string}`;
  readonly token: PayToken;
  /** The recipient of payments. */
  readonly payTo: Address;
  readonly prices: PriceList;
  /** Where the paid methods are, without a trailing slash. */
  readonly url: string;
}

/** Time for the call, its settlement, and another try where the settlement is not known to have come about. */
const MAX_TIMEOUT_SECONDS = 300;

/** The cost of one call. */
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
