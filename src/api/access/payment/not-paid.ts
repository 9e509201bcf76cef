import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { rateLimited } from '../../refusal/access-refusals.js';
import {
  paymentInUse,
  paymentRequired,
  paymentsUnavailable,
  settlementUnknown,
} from '../../refusal/payment-refusals.js';
import { inWords } from './facilitator-client.js';
import { askedFor, type Offer } from './offer.js';
import type { PayMetrics } from './pay-metrics.js';

/** Why a call is not answered, and what goes with the refusal. */
export interface NotPaid {
  readonly refusal: Refusal;
  readonly asked?: PaymentRequired;
  /** The receipt of a failed settlement. */
  readonly receipt?: SettleResponse;
  readonly retryAfterSeconds?: number;
}

/** Makes and counts the refusals of calls that are not paid. */
export class PaymentRefusals {
  constructor(private readonly metrics: PayMetrics) {}

  /** No payment was sent. */
  asked(offer: Offer): NotPaid {
    this.metrics.count('asked');
    return { refusal: paymentRequired([offer.requirement]), asked: askedFor(offer) };
  }

  /** @param why in words, of the payment that was sent */
  refused(offer: Offer, why: string): NotPaid {
    this.metrics.count('refused');
    return { refusal: paymentRequired([offer.requirement], why), asked: askedFor(offer, why) };
  }

  /** Asks for no other payment: this one may have been charged. */
  inUse(retryAfterSeconds: number): NotPaid {
    this.metrics.count('refused');
    return { refusal: paymentInUse(), retryAfterSeconds };
  }

  /** Asks for no other payment: this one is good, and may even be charged. */
  tooMany(retryAfterSeconds: number): NotPaid {
    this.metrics.count('refused');
    return { refusal: rateLimited(retryAfterSeconds) };
  }

  /** The outcome of the settlement is lost. */
  unknown(): NotPaid {
    this.metrics.count('unknown');
    return { refusal: settlementUnknown() };
  }

  /** The settlement failed for good. */
  failed(offer: Offer, receipt: SettleResponse): NotPaid {
    this.metrics.count('failed');
    const why = inWords(receipt.errorReason);
    return { refusal: paymentRequired([offer.requirement], why), asked: askedFor(offer, why), receipt };
  }

  /** The facilitator verifies or settles nothing at the moment. */
  unavailable(): NotPaid {
    this.metrics.count('unavailable');
    return { refusal: paymentsUnavailable() };
  }
}
