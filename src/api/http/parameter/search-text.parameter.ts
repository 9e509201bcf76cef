import {
  queryInvalid,
  queryIsHash,
  queryMissing,
  queryTooLong,
  queryTooShort,
} from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const HASH = /^0[xX][0-9a-fA-F]{64}$/;

/** Length in code points, without surrounding white space. */
const lengthOf = (text: string) => [...text.trim()].length;

/** A search text. Its value is trimmed. */
export const SearchTextParameter = (): PropertyDecorator =>
  parameter({
    place: 'query',
    description:
      'An address, or a name, ENS name, token symbol or token name: 2 to 100 characters, surrounding white space not counted. ASCII letters match in either case.',
    schema: { type: 'string', minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
    kind: 'text',
    rules: [
      // Checked before trimming, because some control characters are white space.
      { reason: 'query_invalid', isMet: (text = '') => !CONTROL.test(text), refusal: queryInvalid },
      { reason: 'query_missing', isMet: (text) => text !== undefined, refusal: queryMissing },
      {
        reason: 'query_too_short',
        isMet: (text = '') => lengthOf(text) >= MIN_LENGTH,
        refusal: (name, text) => queryTooShort(name, lengthOf(text), MIN_LENGTH),
      },
      {
        reason: 'query_too_long',
        isMet: (text = '') => lengthOf(text) <= MAX_LENGTH,
        refusal: (name, text) => queryTooLong(name, lengthOf(text), MAX_LENGTH),
      },
      { reason: 'query_is_hash', isMet: (text = '') => !HASH.test(text.trim()), refusal: queryIsHash },
    ],
    isRequired: true,
    value: (text = '') => text.trim(),
  });
