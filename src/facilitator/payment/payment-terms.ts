import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { parseErc6492Signature, parseSignature, size } from 'viem';
import { z } from 'zod';
import { accountAddress, signedAuthorization, uint256 } from '../../domain/access/signed-authorization.js';
import type { Address } from '../../domain/chain/hex.js';
import { REASON } from './reason.js';

/**
 * The terms that a payer signed (EIP-3009), and the token. Amounts are in the token's smallest units, times
 * in Unix seconds.
 */
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

/** The amount is not zero: a payment of zero costs the payer nothing and us the gas. */
const DEMANDS = z.object({
  ...{ asset: accountAddress, payTo: accountAddress },
  amount: uint256.refine((units) => units > 0n),
});

/** A payment that may be checked further, or the reason of the official scheme why it is refused. */
export type Admission = { readonly terms: PaymentTerms } | { readonly reason: string };

/**
 * Parses a payload by EIP-3009, strictly because numbers and call data are made from it. Compares it with the
 * requirements, because a settled payment that is repeated must not pass for a higher amount or another
 * recipient.
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

/** Length of a signature that is sent as `v, r, s`. */
export const SIGNATURE_BYTES = 65;

/**
 * A signature that is marked as wrapped (ERC-6492) must be well-formed, and a signature of 65 bytes in it
 * must have a valid `v, r, s` for the call that is sent. The official scheme simulates another call, which
 * takes any bytes.
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

/** Key of a payer with a token, which have one balance. */
export function payerOf({ token, from }: PaymentTerms): string {
  return `${token} ${from}`;
}

/** Key of an authorization, which a token lets be used once. It begins with `payerOf`. */
export function authorizationOf(terms: PaymentTerms): string {
  return `${payerOf(terms)} ${terms.nonce}`;
}

/**
 * The signed terms and the signature as text: two payments of one authorization are the same if this is
 * equal.
 */
export function wholeOf({ to, value, validAfter, validBefore, signature }: PaymentTerms): string {
  return [to, value, validAfter, validBefore, signature].join(' ');
}
