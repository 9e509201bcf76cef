import { z } from 'zod';
import type { Address } from '../chain/hex.js';
import { parseAddress } from '../chain/record/address.js';

/** Room for a contract wallet with many owners; longer calldata would cost more gas than a call earns. */
const MAX_SIGNATURE_BYTES = 4_096;
const MAX_UINT256 = 2n ** 256n - 1n;

/** An unsigned word of the chain, decimal, without zeros ahead. */
export const uint256 = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt)
  .refine((value) => value <= MAX_UINT256);

/** An address in any letter case. */
export const accountAddress = z
  .string()
  .transform((text) => parseAddress(text))
  .pipe(z.custom<Address>(Boolean));

const bytes = (count: string) =>
  z
    .string()
    .regex(new RegExp(`^0x([0-9a-fA-F]{2})${count}$`))
    .transform((text) => text.toLowerCase() as `0x${string}`);

/**
 * A transfer that its payer has signed (EIP-3009), as x402 carries it: amounts in the token's units, times in
 * Unix seconds.
 * INVARIANT: no other fields. Facilitators take a payload with more fields for another kind of payment, which
 * moves money under another nonce.
 */
export const signedAuthorization = z.strictObject({
  authorization: z.strictObject({
    ...{ from: accountAddress, to: accountAddress },
    ...{ value: uint256, validAfter: uint256, validBefore: uint256 },
    nonce: bytes('{32}'),
  }),
  signature: bytes(`{1,${MAX_SIGNATURE_BYTES}}`),
});

export type SignedAuthorization = z.infer<typeof signedAuthorization>;
