import { Logger } from '@nestjs/common';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { SettleError, type SettleResponse, VerifyError } from '@x402/core/types';
import type { PresentedPayment } from './presented-payment.js';

const VERIFY_PATIENCE_MS = 10_000;
/** A settlement waits for a block. */
const SETTLE_PATIENCE_MS = 60_000;
/** Sent to the chain, and not seen in a block yet. */
const PENDING = 'settlement_pending';
/** Of a payment that was sent to be settled before this says nothing: that may be what used it up. */
const USED_UP = 'invalid_exact_evm_nonce_already_used';

export type Verification =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unavailable' };

export type Settlement =
  | { readonly kind: 'settled'; readonly receipt: SettleResponse }
  /** Nothing was charged, and nothing will be. */
  | { readonly kind: 'failed'; readonly receipt: SettleResponse }
  | { readonly kind: 'unknown' };

/**
 * Who verifies and settles payments. Asked to settle again what it has settled, it must say so again instead of failing: that is
 * how an outcome that got lost is found out.
 */
export class FacilitatorClient {
  private readonly logger = new Logger(FacilitatorClient.name);
  readonly #verifying: HTTPFacilitatorClient;
  readonly #settling: HTTPFacilitatorClient;

  constructor(url: string, settlePatienceMs = SETTLE_PATIENCE_MS) {
    this.#verifying = new HTTPFacilitatorClient({ url, timeoutMs: VERIFY_PATIENCE_MS });
    this.#settling = new HTTPFacilitatorClient({ url, timeoutMs: settlePatienceMs });
  }

  async verify({ payload, offer }: PresentedPayment): Promise<Verification> {
    try {
      const { isValid, invalidReason } = await this.#verifying.verify(payload, offer.requirement);
      return isValid ? { kind: 'valid' } : { kind: 'invalid', reason: inWords(invalidReason) };
    } catch (error) {
      if (error instanceof VerifyError && error.statusCode < 500)
        return { kind: 'invalid', reason: inWords(error.invalidReason) };
      this.#note('verify', error);
      return { kind: 'unavailable' };
    }
  }

  /** @param askedBefore whether it was sent to be settled already, with an outcome that is not known. */
  async settle({ payload, offer }: PresentedPayment, askedBefore: boolean): Promise<Settlement> {
    try {
      const receipt = await this.#settling.settle(payload, offer.requirement);
      if (receipt.success) return { kind: 'settled', receipt };
      if (isFinal(receipt, askedBefore)) return { kind: 'failed', receipt };
    } catch (error) {
      if (error instanceof SettleError && error.statusCode < 500 && isFinal(error, askedBefore))
        return { kind: 'failed', receipt: receiptOf(error) };
      this.#note('settle', error);
    }
    return { kind: 'unknown' };
  }

  /** Only what kind of failure it was: its words may repeat the payment. */
  #note(request: string, error: unknown): void {
    const { name, cause } = error as Error;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    this.logger.warn(`the facilitator could not be asked to ${request}: ${name}${code}`);
  }
}

const isFinal = ({ errorReason }: Pick<SettleResponse, 'errorReason'>, askedBefore: boolean): boolean =>
  errorReason !== PENDING && !(askedBefore && errorReason === USED_UP);

function receiptOf({ errorReason, transaction, network, payer }: SettleError): SettleResponse {
  return {
    ...{ success: false, transaction, network },
    ...(errorReason !== undefined && { errorReason }),
    ...(payer !== undefined && { payer }),
  };
}

/** The facilitator's reason as a phrase: it goes into a sentence and a header. */
export function inWords(reason = 'no reason given'): string {
  const words = reason.replace(/^invalid_exact_evm_(payload_)?/, '').replaceAll(/[^\w .:-]/g, '');
  return words.slice(0, 100).replaceAll('_', ' ');
}
