import type { Hex } from 'viem';
import { z } from 'zod';

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/)
  .transform((text) => text as Hex);
const wei = z.string().transform(BigInt);

/** One signing of a payment's transaction; a later one replaces it at the same nonce for more gas. */
const ATTEMPT = z.object({ hash: hex, raw: hex, maxFeePerGas: wei, maxPriorityFeePerGas: wei });

const SENT = z.object({
  /** The authorization it uses. */
  authorization: z.string(),
  /** Everything else that was signed. */
  whole: z.string(),
  token: hex,
  data: hex,
  /** Of the settler's account. */
  nonce: z.number(),
  attempts: z.array(ATTEMPT),
  /** The attempt that was mined, once one was. */
  mined: hex.optional(),
});

/** A payment for which a transaction was signed. It counts as sent from then on, whatever the nodes answered. */
export type SentPayment = z.infer<typeof SENT>;

export function writeSent(sent: SentPayment): string {
  return JSON.stringify(sent, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** @throws Error when the text is none. */
export function readSent(text: string): SentPayment {
  return SENT.parse(JSON.parse(text));
}
