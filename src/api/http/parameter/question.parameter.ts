import { queryInvalid, queryTooLong } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const MAX_LENGTH = 200;
const CONTROL = /\p{Cc}/u;

/** A text that the caller writes. The report prints it, and nothing interprets it. */
export const QuestionParameter = (): PropertyDecorator =>
  parameter({
    place: 'query',
    description: `What the report is to answer, printed on its first page: at most ${MAX_LENGTH} characters.`,
    schema: { type: 'string', maxLength: MAX_LENGTH },
    kind: 'text',
    rules: [
      { reason: 'query_invalid', isMet: (text = '') => !CONTROL.test(text), refusal: queryInvalid },
      {
        reason: 'query_too_long',
        isMet: (text = '') => [...text].length <= MAX_LENGTH,
        refusal: (name, text) => queryTooLong(name, [...text].length, MAX_LENGTH),
      },
    ],
    value: (text) => text?.trim() || undefined,
  });
