import { z } from 'zod';
import { SENT_PAYMENT, type SentPayment } from './sent-payment.js';

/** A journal line about an authorization: the transaction sent for it, or that this no longer counts. */
export type JournalLine = SentPayment | { readonly forgotten: string };

const LINE = z.union([z.object({ forgotten: z.string() }), SENT_PAYMENT]);

export function writeLine(line: JournalLine): string {
  return JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Undefined for a text that is none. */
export function readLine(text: string): JournalLine | undefined {
  try {
    return LINE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
