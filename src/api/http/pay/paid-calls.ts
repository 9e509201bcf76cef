import { Logger } from '@nestjs/common';
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NotPaid } from '../../access/payment/not-paid.js';
import type { PaymentService, Reservation } from '../../access/payment/payment-service.js';
import { settlementUnknown } from '../../refusal/payment-refusals.js';
import { clientAddress } from '../connection/client-address.js';
import { originForm } from '../connection/request-target.js';
import { isChainMethod } from '../method/documented-method.js';
import { prepareRefusal } from '../refusal/write-refusal.js';
import { isAtPayAddress } from './at-pay-address.js';
import { onResponseSent } from './response-sent.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The payment of the call. */
    reservation?: Reservation;
  }
}

type Done = (error?: Error) => void;
type Sent = (error: Error | null, payload?: unknown) => void;

/**
 * Time for a caller to read its answer. It is shorter than a payment is held, so that no two answers of a
 * payment are sent at the same time.
 */
const RESPONSE_SENT_MS = 50_000;

/** Requires a payment before a method runs, and charges it before an answer leaves. */
export class PaidCalls {
  private readonly logger = new Logger(PaidCalls.name);

  constructor(private readonly payments: PaymentService) {}

  /** To be called after all other checks. Every HTTP method costs the same, `HEAD` as much as `GET`. */
  readonly demandPayment = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { documented: method } = request;
    if (!method || !isChainMethod(method) || !isAtPayAddress(request.raw)) {
      done();
      return;
    }
    const header = request.headers['payment-signature'];
    const taken = this.payments.reserve(
      header === undefined ? undefined : String(header),
      method,
      originForm(request.raw.url ?? '/'),
      clientAddress(request),
    );
    taken.then((reserved) => {
      if ('refusal' in reserved) {
        done(stated(reserved, reply));
        return;
      }
      request.reservation = reserved;
      done();
    }, done);
  };

  /**
   * Charges for an answer with a status below 400, including 304. After a refusal the payment can be used for
   * another call.
   */
  readonly charge = (request: FastifyRequest, reply: FastifyReply, payload: unknown, sent: Sent): void => {
    const { reservation } = request;
    if (!reservation) {
      sent(null, payload);
      return;
    }
    // Only once: a refusal that is sent instead passes this hook as well.
    delete request.reservation;
    this.#conclude(reservation, reply, payload).then((body) => sent(null, body), sent);
  };

  async #conclude(reservation: Reservation, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { socket } = reply.request.raw;
    // An answer that can no longer reach the client is not charged.
    if (reply.statusCode >= 400 || !socket.writable) {
      await this.payments.release(reservation).catch((error) => this.logger.error(error));
      return payload;
    }
    const settled = await this.payments.settle(reservation).catch((error): NotPaid => {
      this.logger.error(error);
      return { refusal: settlementUnknown() };
    });
    if ('refusal' in settled) return refused(settled, reply);
    // It is not counted either, because a caller that lost the connection during the settlement is still owed
    // the answer.
    if (!socket.writable) {
      this.payments.close(reservation, false);
      return payload;
    }
    const begun = await this.payments.begin(reservation).catch((error): NotPaid => {
      this.logger.error(error);
      return { refusal: settlementUnknown() };
    });
    if (begun) return refused(begun, reply);
    reply.header('payment-response', encodePaymentResponseHeader(settled));
    const exchange = { request: reply.request.raw, response: reply.raw };
    onResponseSent(exchange, RESPONSE_SENT_MS, (hasLeft) => this.payments.close(reservation, hasLeft));
    return payload;
  }
}

/** The body of a refusal that is sent instead of an answer. */
function refused(why: NotPaid, reply: FastifyReply): string {
  reply.removeHeader('etag');
  return prepareRefusal(reply, stated(why, reply));
}

function stated({ refusal, asked, receipt, retryAfterSeconds }: NotPaid, reply: FastifyReply) {
  if (asked) reply.header('payment-required', encodePaymentRequiredHeader(asked));
  if (receipt) reply.header('payment-response', encodePaymentResponseHeader(receipt));
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return refusal;
}
