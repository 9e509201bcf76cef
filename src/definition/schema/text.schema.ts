import { z } from 'zod';
import type { Hex } from '../../domain/chain/hex.js';

const WORD = '[a-z][a-z0-9_]*';

const text = (pattern: RegExp, mustBe: string) => z.string().regex(pattern, `must be ${mustBe}`);

/** A schema of hex text. @param pattern must begin with `0x` */
export const hexText = (pattern: RegExp, mustBe: string) => text(pattern, mustBe) as z.ZodType<Hex, Hex>;

/** Id of a definition, such as `asset:erc20` or `derived:account_type:eoa`. */
export const definitionId = text(
  new RegExp(`^${WORD}(:${WORD})+$`),
  'an id such as asset:erc20: lower-case words and colons',
);

/** Id of a binding, such as `system-addresses`. */
export const bindingId = text(
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  'the id of a binding, such as system-addresses',
);

/** Id of a source of a binding, such as `safe-deployments`. */
export const sourceId = text(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'the id of a source, such as safe-deployments');

/** Ids of families and checks; `subject` and `object` are expressions. */
export const localId = text(
  new RegExp(`^(?!(subject|object)$)${WORD}$`),
  'lower-case words joined by _, and neither subject nor object',
);

/** Names of the fields of a record. */
export const fieldName = text(
  /^(?!(value|key|address)$)[a-z][a-zA-Z0-9_]*$/,
  'a name other than value, key and address',
);

export const version = text(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'a version such as 1.0.0');
export const day = text(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a day such as "2026-11-21"');
export const ascii = text(/^[\x20-\x7e]+$/, 'printable ASCII text');
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const sentence = text(/^(?!\s*$)[^\x00-\x1f\x7f]*$/, 'text on one line');
export const decimal = text(/^(0|[1-9]\d*)$/, 'a whole number in quotes');

export const bytes = hexText(/^0x([0-9a-f]{2})+$/, '0x and lower-case hex of whole bytes, in quotes');
export const selector = hexText(/^0x[0-9a-f]{8}$/, '0x and 8 lower-case hex digits, in quotes');
export const address = hexText(/^0x[0-9a-f]{40}$/, '0x and 40 lower-case hex digits, in quotes');
export const word = hexText(/^0x[0-9a-f]{64}$/, '0x and 64 lower-case hex digits, in quotes');
export const digest = text(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 lower-case hex digits');

export const blockNumber = z.int().min(0);
