import {
  queryInvalid,
  queryIsHash,
  queryMissing,
  queryTooLong,
  queryTooShort,
} from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The searched text, trimmed. Counted in code points. */
export const SEARCH_TEXT: ParameterKind<string> = {
  description:
    'An address, or a name, ENS name, token symbol or token name: 2 to 100 characters, surrounding white space not counted. ASCII letters match in either case.',
  schema: { type: 'string', minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
  kind: 'text',
  invalidReason: 'query_invalid',
  otherReasons: ['query_missing', 'query_too_short', 'query_too_long', 'query_is_hash'],
  isRequired: true,
  read(text, name) {
    if (text === undefined) throw queryMissing(name);
    // Before trimming: some of them are white space.
    if (CONTROL.test(text)) throw queryInvalid(name);
    const query = text.trim();
    const length = [...query].length;
    if (length < MIN_LENGTH) throw queryTooShort(name, length, MIN_LENGTH);
    if (length > MAX_LENGTH) throw queryTooLong(name, length, MAX_LENGTH);
    if (/^0[xX][0-9a-fA-F]{64}$/.test(query)) throw queryIsHash(name);
    return query;
  },
};
