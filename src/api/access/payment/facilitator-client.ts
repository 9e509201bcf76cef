import { Logger } from '@nestjs/common';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { SettleError, type SettleResponse, VerifyError } from '@x402/core/types';
import type { PresentedPayment } from './presented-payment.js';

const VERIFY_PATIENCE_MS = 10_000;
/** A settlement waits for a block. */
const SETTLE_PATIENCE_MS = 60_000;
/** Reasons for which nothing is sent to a chain; other reasons, such as `settlement_pending`, leave the outcome open. */
const NOTHING_SENT =
  /^(invalid|insufficient|unsupported)_(?!.*(transaction_failed|transaction_state|event_mismatch)$)/;
/** With its transaction, it failed in a block; without one the facilitator itself does not know the outcome. */
const TRANSACTION_FAILED = 'invalid_exact_evm_transaction_failed';
/** Our facilitator's reason for what is final: no block has used the authorization, and none can. */
const EXPIRED_UNUSED = 'authorization_expired_unused';
/** Our facilitator's reasons, with status 503, for what it has not sent yet. */
const NOT_NOW = new Set(['another_payment_of_the_payer_is_on_its_way', 'gas_price_too_high']);
/** A failing facilitator fails for every call. */
const NOTED_EVERY_MS = 60_000;

export type Verification =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unavailable' };

export type Settlement =
  | { readonly kind: 'settled'; readonly receipt: SettleResponse }
  /** Nothing was charged, and nothing will be. */
  | { readonly kind: 'failed'; readonly receipt: SettleResponse }
  /** Nothing was charged so far; it may be asked for again. */
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unknown' };

/**
 * Verifies and settles payments. A repeated settlement must return the first result instead of failing: that is how a lost outcome is
 * recovered.
 */
export class FacilitatorClient {
  private readonly logger = new Logger(FacilitatorClient.name);
  readonly #verifying: HTTPFacilitatorClient;
  readonly #settling: HTTPFacilitatorClient;
  readonly #notedAt = new Map<string, number>();

  constructor(url: string, settlePatienceMs = SETTLE_PATIENCE_MS) {
    this.#verifying = new HTTPFacilitatorClient({ url, timeoutMs: VERIFY_PATIENCE_MS });
    this.#settling = new HTTPFacilitatorClient({ url, timeoutMs: settlePatienceMs });
  }

  async verify({ payload }: PresentedPayment): Promise<Verification> {
    try {
      const { isValid, invalidReason } = await this.#verifying.verify(payload, payload.accepted);
      return isValid ? { kind: 'valid' } : { kind: 'invalid', reason: inWords(invalidReason) };
    } catch (error) {
      if (error instanceof VerifyError && error.statusCode < 500)
        return { kind: 'invalid', reason: inWords(error.invalidReason) };
      this.#note('verify', error);
      return { kind: 'unavailable' };
    }
  }

  /** @param askedBefore whether it was sent to be settled already, with an outcome that is not known. */
  async settle({ payload }: PresentedPayment, askedBefore: boolean): Promise<Settlement> {
    try {
      const receipt = await this.#settling.settle(payload, payload.accepted);
      if (receipt.success) return { kind: 'settled', receipt };
      if (isFinal(receipt, askedBefore)) return { kind: 'failed', receipt };
    } catch (error) {
      if (error instanceof SettleError && error.statusCode < 500 && isFinal(error, askedBefore))
        return { kind: 'failed', receipt: receiptOf(error) };
      if (error instanceof SettleError && NOT_NOW.has(error.errorReason ?? '') && !askedBefore)
        return { kind: 'unsent' };
      this.#note('settle', error);
    }
    return { kind: 'unknown' };
  }

  /** Only what kind of failure it was: its words may repeat the payment. */
  #note(request: 'verify' | 'settle', error: unknown): void {
    const now = performance.now();
    if (now - (this.#notedAt.get(request) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    this.#notedAt.set(request, now);
    const { name, cause } = error as Error;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    this.logger.warn(`the facilitator could not be asked to ${request}: ${name}${code}`);
  }
}

/** For a payment that was sent before, hardly any failure is final: the second settlement may fail because the first succeeded. */
function isFinal(
  { errorReason = '', transaction }: Pick<SettleResponse, 'errorReason' | 'transaction'>,
  askedBefore: boolean,
): boolean {
  if (errorReason === EXPIRED_UNUSED) return true;
  if (askedBefore) return false;
  return errorReason === TRANSACTION_FAILED ? Boolean(transaction) : NOTHING_SENT.test(errorReason);
}

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
