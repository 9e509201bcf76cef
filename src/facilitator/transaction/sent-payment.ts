import { z } from 'zod';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);
const amount = z.string().transform(BigInt);

/** The form of a payment in the journal. */
export const SENT_PAYMENT = z.object({
  /** Key of the authorization, from `authorizationOf`. */
  authorization: z.string(),
  /** The signed terms and the signature, from `wholeOf`. */
  whole: z.string(),
  token: hex,
  /** Amount that it moves, in the token's smallest units. */
  value: amount,
  data: hex,
  /** Nonce of the settling account. */
  nonce: z.number(),
  /**
   * Signed transactions, oldest first. Each replaces the one before with the same nonce and a higher gas
   * price.
   */
  attempts: z.array(z.object({ hash: hex, raw: hex, maxFeePerGas: amount, maxPriorityFeePerGas: amount })),
  /** Hash of the transaction that was mined, once one is. */
  mined: hex.optional(),
});

/** A payment for which a transaction was signed. It counts as sent from then on, whatever the nodes answered. */
export type SentPayment = z.infer<typeof SENT_PAYMENT>;
