import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';

/** The request of `/verify` and `/settle`. */
export interface PaymentRequest {
  readonly payload: PaymentPayload;
  readonly requirements: PaymentRequirements;
}

/** Parses the body of a request of version 2 by the official schemas; undefined when it is malformed. */
export function paymentRequest(body: unknown): PaymentRequest | undefined {
  const { paymentPayload, paymentRequirements } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const payload = PaymentPayloadV2Schema.safeParse(paymentPayload);
  const requirements = PaymentRequirementsV2Schema.safeParse(paymentRequirements);
  if (!payload.success || !requirements.success) return undefined;
  return {
    payload: payload.data as PaymentPayload,
    requirements: requirements.data as PaymentRequirements,
  };
}
