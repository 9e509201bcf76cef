import { z } from 'zod';
import { hexText } from '../../definition/schema/text.schema.js';

const ADDRESS = [/^0x[0-9a-f]{40}$/, 'an address in lower-case hex'] as const;
const WORD = [/^0x[0-9a-f]{64}$/, '32 bytes in lower-case hex'] as const;

export const text = (pattern: RegExp, mustBe: string) => z.string().regex(pattern, `must be ${mustBe}`);

export const ascii = text(/^[\x20-\x7e]*$/, 'printable ASCII');
export const digest = text(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 hex digits');
export const address = hexText(...ADDRESS);
export const word = hexText(...WORD);
/** Addresses and words as keys of a record. */
export const addressKey = text(...ADDRESS);
export const wordKey = text(...WORD);
export const hex = hexText(/^0x([0-9a-f]{2})*$/, '0x and lower-case hex of whole bytes');
/** One byte or more as hex. */
export const bytes = hexText(/^0x([0-9a-f]{2})+$/, '0x and lower-case hex of whole bytes');
/** A block by its number. */
export const block = z.int().min(0);
