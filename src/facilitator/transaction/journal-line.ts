import { z } from 'zod';
import { SENT_PAYMENT, type SentPayment } from './sent-payment.js';

/**
 * A line of the journal about an authorization: the payment that was sent for it, or that this payment is
 * forgotten.
 */
export type JournalLine = SentPayment | { readonly forgotten: string };

const LINE = z.union([z.object({ forgotten: z.string() }), SENT_PAYMENT]);

export function writeLine(line: JournalLine): string {
  return JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Parses a line; undefined for malformed text. */
export function readLine(text: string): JournalLine | undefined {
  try {
    return LINE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
