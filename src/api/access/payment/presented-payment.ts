import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';
import type { PaymentPayload } from '@x402/core/types';
import {
  type SignedAuthorization,
  signedAuthorization,
} from '../../../domain/access/signed-authorization.js';
import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { askedFor, type Offer } from './offer.js';

/** Longest validity of a payment, because a payment is stored until its authorization has expired. */
const LONGEST_VALIDITY_SECONDS = 86_400;

/** Requirement of a current offer, or of an earlier one. */
type EarlierRequirement = Omit<Offer['requirement'], 'payTo'> & { readonly payTo: string };

/** A payment for an offer. Its signature and the payer's balance are not checked yet. */
export interface PresentedPayment {
  /** Only these fields of the header are read, so the verified and the stored data are the same. */
  readonly payload: PaymentPayload;
  /** The current offer. The payload has the accepted one. */
  readonly offer: Offer;
  readonly signed: SignedAuthorization;
  readonly payer: Address;
  /** 32 bytes, chosen by the payer. */
  readonly nonce: Buffer;
  /** SHA-256 of the authorization with its signature: distinguishes payments with the same nonce. */
  readonly digest: Buffer;
  readonly validBefore: Date;
}

/**
 * Parses a `PAYMENT-SIGNATURE` header.
 * @returns the payment, or in words why it cannot be one for the offer
 */
export function readPayment(header: string, offer: Offer): PresentedPayment | string {
  const sent = payloadIn(header);
  if (!sent) return 'it is not a Base64 payment payload of x402 version 2';
  if (sent.resource?.url !== offer.url) return `it is not for this resource, ${offer.url}`;
  return paymentBy(offer.requirement, sent, offer);
}

/**
 * Parses a payment for the same resource by an earlier offer, with another price or recipient; undefined if
 * it cannot be one.
 */
export function readEarlierPayment(header: string, offer: Offer): PresentedPayment | undefined {
  const sent = payloadIn(header);
  if (sent?.resource?.url !== offer.url) return undefined;
  const { amount, payTo } = sent.accepted;
  const read = paymentBy({ ...offer.requirement, amount, payTo }, sent, offer);
  return typeof read === 'string' ? undefined : read;
}

/** @param requirement the requirement that the payment must have accepted */
function paymentBy(
  requirement: EarlierRequirement,
  sent: PaymentPayload,
  offer: Offer,
): PresentedPayment | string {
  if (!isDeepStrictEqual(sent.accepted, requirement))
    return 'the requirement it accepts is not the one asked for';
  const signed = signedAuthorization.safeParse(sent.payload);
  if (!signed.success) return 'it carries no signed transfer authorization (EIP-3009)';
  const { authorization, signature } = signed.data;
  const { from, to, value, validBefore, nonce } = authorization;
  if (to !== requirement.payTo) return 'it pays another recipient';
  if (String(value) !== requirement.amount) return 'it is not the amount asked for';
  if (validBefore > BigInt(Math.floor(Date.now() / 1000) + LONGEST_VALIDITY_SECONDS))
    return 'its authorization is valid for longer than a day';
  const signedText = [from, to, value, authorization.validAfter, validBefore, nonce, signature];
  return {
    payload: {
      ...{ x402Version: 2, resource: askedFor(offer).resource, accepted: { ...requirement } },
      payload: sent.payload,
    },
    offer,
    signed: signed.data,
    payer: from,
    nonce: fromHex(nonce),
    digest: hash('sha256', signedText.join(' ').toLowerCase(), 'buffer'),
    validBefore: new Date(Number(validBefore) * 1000),
  };
}

function payloadIn(header: string): PaymentPayload | undefined {
  try {
    return PaymentPayloadV2Schema.parse(decodePaymentSignatureHeader(header)) as PaymentPayload;
  } catch {
    return undefined;
  }
}
