import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { parseErc6492Signature } from 'viem';
import { z } from 'zod';
import { type Address, parseAddress } from '../../kernel/chain/address.js';
import { REASON } from './reason.js';

/** What a payer has signed (EIP-3009), with the token it is about. Amounts in the token's units, times in Unix seconds. */
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

const MAX_UINT256 = 2n ** 256n - 1n;
/** Of a contract wallet with many owners; nobody pays calldata for more. */
const MAX_SIGNATURE_DIGITS = 8_192;

const uint256 = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt)
  .refine((value) => value <= MAX_UINT256);
const address = z.string().transform((text, context) => {
  const parsed = parseAddress(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('not an address');
  return z.NEVER;
});
const hex = (digits: string) =>
  z
    .string()
    .regex(new RegExp(`^0x([0-9a-fA-F]{2})${digits}$`))
    .transform((text) => text.toLowerCase() as `0x${string}`);

// INVARIANT: nothing beside it, as the official scheme takes a payload with other fields for one of another kind.
const TERMS = z.strictObject({
  authorization: z.object({
    from: address,
    to: address,
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce: hex('{32}'),
  }),
  signature: hex(`{1,${MAX_SIGNATURE_DIGITS / 2}}`).refine(canBeUnwrapped),
});

/** Nothing is no payment, and costs the payer nothing to make. */
const DEMANDS = z.object({ asset: address, payTo: address, amount: uint256.refine((units) => units > 0n) });

/** A payment that may be looked at further, or why it may not, in the words of the official scheme. */
export type Admission = { readonly terms: PaymentTerms } | { readonly reason: string };

/**
 * Reads a payload by EIP-3009 strictly, as numbers and call data are made of it, and holds it to what is demanded: whoever repeats a
 * settled payment where more is asked for, or for somebody else, must not be answered that it is settled.
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

/** A signature that says to be wrapped (ERC-6492) must be so. */
function canBeUnwrapped(signature: `0x${string}`): boolean {
  try {
    parseErc6492Signature(signature);
    return true;
  } catch {
    return false;
  }
}

/** Who pays, in what: it is of one balance. */
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
