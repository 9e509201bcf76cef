import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { parseErc6492Signature, parseSignature, size } from 'viem';
import { z } from 'zod';
import { accountAddress, signedAuthorization, uint256 } from '../../domain/access/signed-authorization.js';
import type { Address } from '../../domain/chain/hex.js';
import { REASON } from './reason.js';

/** The signed terms of a payer (EIP-3009), with their token. Amounts in the token's units, times in Unix seconds. */
export interface PaymentTerms {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** 32 bytes, lower case. */
  readonly nonce: `0x${string}`;
  readonly signature: `0x${string}`;
}

const TERMS = signedAuthorization.refine(({ signature }) => canBeSent(signature));

/** Nothing is no payment, and costs the payer nothing to make. */
const DEMANDS = z.object({
  ...{ asset: accountAddress, payTo: accountAddress },
  amount: uint256.refine((units) => units > 0n),
});

/** A payment that may be looked at further, or why it may not, in the words of the official scheme. */
export type Admission = { readonly terms: PaymentTerms } | { readonly reason: string };

/**
 * Parses a payload by EIP-3009 strictly, because numbers and call data are built from it, and compares it with the requirement: a repeated
 * settled payment must not pass for a higher amount or another recipient.
 */
export function paymentTerms({ payload }: PaymentPayload, requirements: PaymentRequirements): Admission {
  const signed = TERMS.safeParse(payload);
  const demanded = DEMANDS.safeParse(requirements);
  if (!signed.success || !demanded.success) return { reason: REASON.payload };
  const { authorization, signature } = signed.data;
  if (authorization.to !== demanded.data.payTo) return { reason: REASON.recipient };
  if (authorization.value !== demanded.data.amount) return { reason: REASON.value };
  return { terms: { token: demanded.data.asset, ...authorization, signature } };
}

/** The length that is sent as `v, r, s`. */
export const SIGNATURE_BYTES = 65;

/**
 * A signature marked as wrapped (ERC-6492) must be so, and one of 65 bytes in it must fit the call that is sent: the official scheme simulates
 * another call, which takes any bytes.
 */
function canBeSent(signature: `0x${string}`): boolean {
  try {
    const { address, signature: wrapped } = parseErc6492Signature(signature);
    if (address !== undefined && size(wrapped) === SIGNATURE_BYTES) parseSignature(wrapped);
    return true;
  } catch {
    return false;
  }
}

/** Payer and token: they share one balance. */
export function payerOf({ token, from }: PaymentTerms): string {
  return `${token} ${from}`;
}

/** The one thing that a token lets happen once; it begins with the payer. */
export function authorizationOf(terms: PaymentTerms): string {
  return `${payerOf(terms)} ${terms.nonce}`;
}

/** Everything that was signed, and how: two payments of one authorization are the same when this is. */
export function wholeOf({ to, value, validAfter, validBefore, signature }: PaymentTerms): string {
  return [to, value, validAfter, validBefore, signature].join(' ');
}
