import { Logger } from '@nestjs/common';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { SettleError, type SettleResponse, VerifyError } from '@x402/core/types';
import type { PresentedPayment } from './presented-payment.js';

const VERIFY_PATIENCE_MS = 10_000;
/** How long a settlement is waited for: it ends with a block. */
const SETTLE_PATIENCE_MS = 60_000;
/**
 * Reasons that mean that nothing was sent to a chain. Others, such as `settlement_pending`, leave the outcome
 * open.
 */
const NOTHING_SENT =
  /^(invalid|insufficient|unsupported)_(?!.*(transaction_failed|transaction_state|event_mismatch)$)/;
/**
 * With a transaction, this reason means that it failed in a block. Without one, the facilitator does not know
 * the outcome.
 */
const TRANSACTION_FAILED = 'invalid_exact_evm_transaction_failed';
/** Reason of our own facilitator that is final: no block has used the authorization, and none can. */
const EXPIRED_UNUSED = 'authorization_expired_unused';
/** Reasons of our own facilitator, with status 503, that mean that it has not sent the payment yet. */
const NOT_NOW = new Set(['another_payment_of_the_payer_is_on_its_way', 'gas_price_too_high']);
/** How often a failure is logged, because a failing facilitator fails for every call. */
const NOTED_EVERY_MS = 60_000;

export type Verification =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unavailable' };

export type Settlement =
  | { readonly kind: 'settled'; readonly receipt: SettleResponse }
  /** Nothing was charged, and nothing will be. */
  | { readonly kind: 'failed'; readonly receipt: SettleResponse }
  /** Nothing was charged so far. The settlement may be requested again. */
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unknown' };

/**
 * Has payments verified and settled. INVARIANT of the facilitator: a repeated settlement returns the first
 * result instead of failing. This is how a lost outcome is recovered.
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

  /** @param askedBefore whether the settlement was requested before, and its outcome is not known */
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

  /** Logs only the kind of failure, because its message may repeat the payment. */
  #note(request: 'verify' | 'settle', error: unknown): void {
    const now = performance.now();
    if (now - (this.#notedAt.get(request) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    this.#notedAt.set(request, now);
    const { name, cause } = error as Error;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    this.logger.warn(`the facilitator could not be asked to ${request}: ${name}${code}`);
  }
}

/**
 * Whether a failure is final. For a payment that was sent before, hardly any is: the second settlement may
 * fail because the first succeeded.
 */
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

/** The facilitator's reason as words, for a sentence and a header. */
export function inWords(reason = 'no reason given'): string {
  const words = reason.replace(/^invalid_exact_evm_(payload_)?/, '').replaceAll(/[^\w .:-]/g, '');
  return words.slice(0, 100).replaceAll('_', ' ');
}
