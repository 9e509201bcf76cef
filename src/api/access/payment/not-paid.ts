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

/** Why a call is not answered, and what is sent with the refusal. */
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

  /** The request has no payment. */
  asked(offer: Offer): NotPaid {
    this.metrics.count('asked');
    return { refusal: paymentRequired([offer.requirement]), asked: askedFor(offer) };
  }

  /** The payment is not accepted. @param why in words */
  refused(offer: Offer, why: string): NotPaid {
    this.metrics.count('refused');
    return { refusal: paymentRequired([offer.requirement], why), asked: askedFor(offer, why) };
  }

  /** Another call has the payment. It asks for no other payment, because this one may have been charged. */
  inUse(retryAfterSeconds: number): NotPaid {
    this.metrics.count('refused');
    return { refusal: paymentInUse(), retryAfterSeconds };
  }

  /**
   * Too many calls. It asks for no other payment, because this one may be valid, and may even have been
   * charged.
   */
  tooMany(retryAfterSeconds: number): NotPaid {
    this.metrics.count('refused');
    return { refusal: rateLimited(retryAfterSeconds) };
  }

  /** The outcome of the settlement is lost. */
  unknown(): NotPaid {
    this.metrics.count('unknown');
    return { refusal: settlementUnknown() };
  }

  /** The settlement has failed finally. */
  failed(offer: Offer, receipt: SettleResponse): NotPaid {
    this.metrics.count('failed');
    const why = inWords(receipt.errorReason);
    return { refusal: paymentRequired([offer.requirement], why), asked: askedFor(offer, why), receipt };
  }

  /** The facilitator cannot verify or settle at the moment. */
  unavailable(): NotPaid {
    this.metrics.count('unavailable');
    return { refusal: paymentsUnavailable() };
  }
}
