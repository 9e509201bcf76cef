import { z } from 'zod';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);
const amount = z.string().transform(BigInt);

/** In the journal's form. */
export const SENT_PAYMENT = z.object({
  /** The authorization it uses. */
  authorization: z.string(),
  /** Everything else that was signed. */
  whole: z.string(),
  token: hex,
  /** Units of the token that it moves. */
  value: amount,
  data: hex,
  /** Of the settler's account. */
  nonce: z.number(),
  /** The transaction as it was signed; a later signing replaces the one before, at the same nonce for more gas. */
  attempts: z.array(z.object({ hash: hex, raw: hex, maxFeePerGas: amount, maxPriorityFeePerGas: amount })),
  /** The hash it was mined under, once it was. */
  mined: hex.optional(),
});

/** A payment for which a transaction was signed. It counts as sent from then on, whatever the nodes answered. */
export type SentPayment = z.infer<typeof SENT_PAYMENT>;
