import type { PaymentRequirement } from '../../domain/access/payment-requirement.js';
import { Refusal } from '../../domain/refusal/refusal.js';

/** @param why why the sent payment is not accepted; undefined if none was sent */
export function paymentRequired(accepts: readonly PaymentRequirement[], why?: string): Refusal {
  const message =
    why === undefined
      ? 'Pay for this call, or send an API key to the key address.'
      : `The payment was not taken: ${why}.`;
  return new Refusal('bad_request', message, { reason: 'payment_required', accepts });
}

/** The facilitator is not available. Nothing was charged. */
export function paymentsUnavailable(): Refusal {
  return new Refusal(
    'service_unavailable',
    'Payments cannot be taken at the moment; nothing was charged. Send the same payment again.',
  );
}

/** The money may have moved; asking again with the same payment finds out, and moves it at most once. */
export function settlementUnknown(): Refusal {
  return new Refusal(
    'service_unavailable',
    'Whether the payment was settled is not known yet. Send the same payment again: it is charged at most once.',
  );
}

/**
 * Another call has the payment. Its outcome is not known yet, and a new payment could be a second charge.
 */
export function paymentInUse(): Refusal {
  return new Refusal(
    'service_unavailable',
    'Another call is being answered for this payment. Send the same payment again: it is charged at most once.',
  );
}
