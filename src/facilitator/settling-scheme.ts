import type {
  PaymentPayload,
  PaymentRequirements,
  SchemeNetworkFacilitator,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types';
import type { Hex } from 'viem';
import { NodeUnreachable } from '../node/rpc/node-errors.js';
import { KeyedMutex } from '../platform/queue/keyed-mutex.js';
import { PayerTurns } from './payer-turns.js';
import { type PaymentReceipt, usedAsSigned, useOf } from './payment/authorization-use.js';
import { transferCall } from './payment/eip3009.js';
import type { PaymentCheck } from './payment/payment-check.js';
import type { PaymentNode } from './payment/payment-node.js';
import { authorizationOf, type PaymentTerms, payerOf, wholeOf } from './payment/payment-terms.js';
import { REASON } from './payment/reason.js';
import type { PaymentSender } from './transaction/payment-sender.js';
import type { SentPayment } from './transaction/sent-payment.js';

/** How a settlement ends: with a transaction that moved the money, with a reason why none did, or pending. */
type Settlement =
  | { readonly transaction: Hex }
  | { readonly refused: string; readonly transaction?: Hex }
  | { readonly pending: Hex | '' };

/**
 * The `exact` scheme on EVM chains. It checks payments by the official scheme and settles each authorization
 * once: a repeated settlement, at the same time or after a restart, finds the transaction of the first
 * instead of sending another.
 */
export class SettlingScheme implements SchemeNetworkFacilitator {
  readonly scheme = 'exact';
  readonly caipFamily = 'eip155:*';
  readonly #mutex = new KeyedMutex();
  readonly #payers: PayerTurns;
  readonly #stop = new AbortController();

  constructor(
    private readonly node: PaymentNode,
    private readonly check: PaymentCheck,
    private readonly sender: PaymentSender,
    private readonly patienceMs: number,
  ) {
    this.#payers = new PayerTurns(this.#stop.signal);
  }

  getExtra(): undefined {
    return undefined;
  }

  getSigners(): string[] {
    return [this.sender.address];
  }

  /** Ends all waiting for a block or a turn: requests are answered with what is known so far. */
  stopWaiting(): void {
    this.#stop.abort();
  }

  /** @throws NodeUnreachable */
  async verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> {
    const admission = this.check.admit(payload, requirements);
    if ('reason' in admission) return { isValid: false, invalidReason: admission.reason };
    return this.check.verify(admission.terms, payload, requirements);
  }

  /** @throws TransactionNotTaken, GasTooDear, PayerBusy, or NodeUnreachable before anything was sent. */
  async settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse> {
    const { network } = requirements;
    const admission = this.check.admit(payload, requirements);
    if ('reason' in admission)
      return { success: false, errorReason: admission.reason, transaction: '', network };
    const { terms } = admission;
    const until = performance.now() + this.patienceMs;
    const begun = await this.#mutex.take(authorizationOf(terms), () =>
      this.#begin(terms, payload, requirements, until),
    );
    const settlement = 'attempts' in begun ? await this.#finish(begun, terms, until) : begun;
    const said = { network, payer: terms.from };
    if ('pending' in settlement)
      return { success: false, errorReason: REASON.pending, transaction: settlement.pending, ...said };
    if ('refused' in settlement)
      return {
        success: false,
        errorReason: settlement.refused,
        transaction: settlement.transaction ?? '',
        ...said,
      };
    return { success: true, transaction: settlement.transaction, ...said };
  }

  async #begin(
    terms: PaymentTerms,
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    until: number,
  ): Promise<SentPayment | Settlement> {
    const authorization = authorizationOf(terms);
    const earlier = this.sender.find(authorization);
    if (earlier?.whole === wholeOf(terms)) return earlier;
    // A payment with other terms of the same authorization is pending, and it is not known yet which of the
    // two will be used.
    if (earlier && earlier.mined === undefined) return { pending: '' };
    const objection = () => this.#objection(terms, payload, requirements);
    const payer = payerOf(terms);
    // A payment that would be refused anyway takes no turn, so that others do not wait for it.
    const early = this.sender.onItsWayFrom(payer) > 0n ? await objection() : undefined;
    if (early) return early;
    const turn = { payer, until, isCovered: () => this.#isCovered(terms) };
    return this.#payers.take(turn, async () => (await objection()) ?? this.#send(terms));
  }

  /**
   * Whether the payer's balance covers this payment and all pending ones. A payment that is in a block
   * already counts twice until the watch sees it there.
   */
  async #isCovered(terms: PaymentTerms): Promise<boolean> {
    const before = this.sender.onItsWayFrom(payerOf(terms));
    return before === 0n || before + terms.value <= (await this.check.balanceOf(terms));
  }

  /** INVARIANT: the terms are valid. Others may have a signature that fits no call. */
  #send(terms: PaymentTerms): Promise<SentPayment> {
    return this.sender.send({
      authorization: authorizationOf(terms),
      whole: wholeOf(terms),
      token: terms.token,
      value: terms.value,
      data: transferCall(terms),
    });
  }

  /**
   * Why the payment need not or must not be sent in the current state of the chain; undefined if it may be
   * sent.
   */
  async #objection(
    terms: PaymentTerms,
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<Settlement | undefined> {
    const { isValid, invalidReason = REASON.payload } = await this.check.verify(terms, payload, requirements);
    if (isValid) return undefined;
    // The scheme reports these two reasons only after it found the signature valid.
    const mayBeDone = invalidReason === REASON.used || invalidReason === REASON.expired;
    return (mayBeDone ? await this.#done(terms) : undefined) ?? this.#refusal(terms, invalidReason);
  }

  async #finish(sent: SentPayment, terms: PaymentTerms, until: number): Promise<Settlement> {
    const mined = await this.sender.mined(sent.authorization, until - performance.now(), this.#stop.signal);
    const pending = { pending: sent.attempts.at(-1)!.hash };
    if (mined === undefined) return pending;
    try {
      const receipt = await this.node.ask<PaymentReceipt | null>('eth_getTransactionReceipt', mined);
      if (receipt === null) {
        const now = this.sender.find(sent.authorization);
        if (now) this.sender.reopen(now);
        return pending;
      }
      if (Number(receipt.status) === 1 && usedAsSigned(receipt.logs, terms)) return { transaction: mined };
      return (
        (await this.#done(terms)) ?? { ...(await this.#refusal(terms, REASON.failed)), transaction: mined }
      );
    } catch (error) {
      if (error instanceof NodeUnreachable) return pending;
      throw error;
    }
  }

  /**
   * That the authorization can never be used takes precedence over any other reason, because a caller that
   * lost an earlier outcome may then forget the payment.
   */
  async #refusal(terms: PaymentTerms, reason: string): Promise<{ readonly refused: string }> {
    return { refused: (await this.check.isExpiredUnused(terms)) ? REASON.expiredUnused : reason };
  }

  /**
   * The transaction, whoever sent it, that moved the money by the signed terms; undefined if there is none.
   */
  async #done(terms: PaymentTerms): Promise<Settlement | undefined> {
    if (!(await this.check.isUsedUp(terms))) return undefined;
    const transaction = await useOf(this.node, terms);
    return transaction === undefined ? undefined : { transaction };
  }
}
