import { Logger } from '@nestjs/common';
import type { SettleResponse } from '@x402/core/types';
import type { Registry } from 'prom-client';
import type { FacilitatorClient } from './facilitator-client.js';
import { type NotPaid, PaymentRefusals } from './not-paid.js';
import { type ForSale, type Offer, offerOf } from './offer.js';
import { PayMetrics } from './pay-metrics.js';
import type { PayTerms } from './pay-terms.js';
import {
  ANSWERED_WITHIN_MINUTES,
  MAX_ANSWERS,
  type PaymentLedger,
  type RememberedPayment,
} from './payment-ledger.js';
import { type Callers, PaymentVerifier } from './payment-verifier.js';
import { type PresentedPayment, readEarlierPayment, readPayment } from './presented-payment.js';

/** A payment that one attempt at answering has reserved. */
export interface Reservation {
  readonly payment: PresentedPayment;
  readonly holder: string;
  /** Present where the payment is charged already. */
  readonly charge?: SettleResponse;
  /** Callers whose unpaid calls include this one until it is paid. */
  readonly callers: Callers;
}

interface FoundPayment {
  readonly payment: PresentedPayment;
  /** Undefined where the payment was not sent before. */
  readonly known: RememberedPayment | undefined;
}

export interface PaymentServiceParts {
  readonly terms: PayTerms;
  readonly ledger: PaymentLedger;
  readonly facilitator: FacilitatorClient;
  readonly registry: Registry;
}

const PRUNED_EVERY_MS = 3_600_000;

/**
 * Takes payments, each for one answer. It verifies and reserves a payment before the method runs, settles it
 * when the answer is ready, and releases it where there is no answer. Where the outcome of a settlement is
 * lost, the method runs again only after the payment is settled; otherwise it would run unpaid each time the
 * payment is sent.
 * INVARIANT: an answer leaves only under a held reservation, after the settlement is noted and the answer is
 * counted. An answer that did not leave whole is sent again only a few times, and soon after the settlement.
 */
export class PaymentService {
  private readonly logger = new Logger(PaymentService.name);
  readonly #metrics: PayMetrics;
  readonly #refusals: PaymentRefusals;
  readonly #verifier: PaymentVerifier;
  readonly #noting = new Set<Promise<void>>();
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: PaymentServiceParts) {
    this.#metrics = new PayMetrics(parts.registry);
    this.#refusals = new PaymentRefusals(this.#metrics);
    this.#verifier = new PaymentVerifier(parts.terms, parts.facilitator, this.#refusals);
  }

  get terms(): PayTerms {
    return this.parts.terms;
  }

  /**
   * Reserves the payment of a call.
   * @param header the `PAYMENT-SIGNATURE` of the request
   * @param target request target with its query
   * @param address network address of the caller
   */
  async reserve(
    header: string | undefined,
    method: ForSale,
    target: string,
    address: string,
  ): Promise<Reservation | NotPaid> {
    const offer = offerOf(this.terms, method, target);
    if (header === undefined) return this.#refusals.asked(offer);
    const found = await this.#find(header, offer);
    if (typeof found === 'string') return this.#refusals.refused(offer, found);
    this.#prune();
    const { ledger } = this.parts;
    const { payment, known } = found;
    const objection = known && objectionTo(payment, known);
    if (objection !== undefined) return this.#refusals.refused(offer, objection);
    if (known && known.heldForSeconds > 0) return this.#refusals.inUse(known.heldForSeconds);
    // A payment that may have been charged is not verified again, because its authorization may be used, and
    // an answer is still owed.
    const callers =
      !known || known.state === 'reserved'
        ? await this.#verifier.verify(payment, address)
        : this.#verifier.count(payment.payer);
    if ('refusal' in callers) return callers;
    const holder = known
      ? await ledger.takeUp(payment, known)
      : await ledger.reserve(payment, method.operationId);
    if (holder === undefined) {
      this.#verifier.undo(callers);
      return this.#refusals.inUse(1);
    }
    const reservation: Reservation = { payment, holder, callers };
    if (!known || known.state === 'reserved') return reservation;
    const charge = receiptOf(payment, known) ?? (await this.#charge(payment, holder, true));
    return 'refusal' in charge ? charge : { ...reservation, charge };
  }

  /**
   * Reads the payment by the current terms, or by earlier ones if it may have been charged, because its
   * answer is owed then.
   * @returns why it is not accepted, in words
   */
  async #find(header: string, offer: Offer): Promise<FoundPayment | string> {
    const { ledger } = this.parts;
    const asked = readPayment(header, offer);
    if (typeof asked !== 'string') return { payment: asked, known: await ledger.find(asked) };
    const payment = readEarlierPayment(header, offer);
    const known = payment && (await ledger.find(payment));
    return known && known.state !== 'reserved' ? { payment, known } : asked;
  }

  /** Charges for an answer that is ready. The answer must not leave without the receipt. */
  async settle({ payment, holder, charge }: Reservation): Promise<SettleResponse | NotPaid> {
    return charge ?? this.#charge(payment, holder, false);
  }

  /** @param askedBefore whether an earlier attempt has requested the charge, and its outcome is not known */
  async #charge(
    payment: PresentedPayment,
    holder: string,
    askedBefore: boolean,
  ): Promise<SettleResponse | NotPaid> {
    const { ledger, facilitator } = this.parts;
    // The process that took the payment over may have charged it.
    if (!(await ledger.settling(payment, holder))) return this.#refusals.unknown();
    const settlement = await facilitator.settle(payment, askedBefore);
    if (settlement.kind === 'failed' || settlement.kind === 'unsent') {
      await ledger.forget(payment, holder);
      return settlement.kind === 'unsent'
        ? this.#refusals.unavailable()
        : this.#refusals.failed(payment.offer, settlement.receipt);
    }
    if (
      settlement.kind === 'settled' &&
      (await ledger.settled(payment, holder, settlement.receipt.transaction))
    ) {
      this.#metrics.settled(payment.payload.accepted.amount);
      this.#verifier.know(payment.payer);
      return settlement.receipt;
    }
    await ledger.letGo(payment, holder);
    return this.#refusals.unknown();
  }

  /** To be called before a charged answer leaves. @returns why it must not leave */
  async begin({ payment, holder, callers }: Reservation): Promise<NotPaid | undefined> {
    if (!(await this.parts.ledger.begin(payment, holder))) return this.#refusals.inUse(1);
    this.#verifier.paid(callers);
    return undefined;
  }

  /** Ends a reservation without an answer. It charges nothing. */
  async release({ payment, holder, charge }: Reservation): Promise<void> {
    if (!charge) await this.parts.ledger.forget(payment, holder);
    else await this.parts.ledger.letGo(payment, holder);
    this.#metrics.count('released');
  }

  /** Notes in the background whether a paid answer has left. If it has not, it is still owed. */
  close({ payment, holder }: Reservation, hasLeft: boolean): void {
    const { ledger } = this.parts;
    const noting = (hasLeft ? ledger.answered(payment) : ledger.letGo(payment, holder))
      .catch((error) => this.logger.error(error))
      .finally(() => this.#noting.delete(noting));
    this.#noting.add(noting);
  }

  /** Resolves when everything is noted. */
  async idle(): Promise<void> {
    await Promise.all(this.#noting);
  }

  #prune(): void {
    if (performance.now() - this.#prunedAt < PRUNED_EVERY_MS) return;
    this.#prunedAt = performance.now();
    this.parts.ledger.prune().catch((error) => this.logger.error(error));
  }
}

function objectionTo({ digest, offer }: PresentedPayment, known: RememberedPayment): string | undefined {
  if (!known.digest.equals(digest)) return 'its nonce has been used for another payment';
  if (known.url !== offer.url) return 'it has been used for another resource';
  if (known.state === 'answered') return 'it has been used: each payment buys one answer';
  return known.state === 'settled' && !known.isDue
    ? `it has been used: an answer that did not arrive is sent ${MAX_ANSWERS} times at most, within ${ANSWERED_WITHIN_MINUTES} minutes of its settlement`
    : undefined;
}

function receiptOf(
  { payload, payer }: PresentedPayment,
  { transaction }: RememberedPayment,
): SettleResponse | undefined {
  const { network } = payload.accepted;
  return transaction === undefined ? undefined : { success: true, transaction, network, payer };
}
