import { cursorInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const CURSOR = /^[A-Za-z0-9_-]+$/;
const MAX_LENGTH = 512;

/**
 * Where a list continues. It must be declared after the filters, to which it is bound, and before `limit`, to
 * which it is not.
 */
export const CursorParameter = (): PropertyDecorator =>
  parameter({
    place: 'query',
    description:
      'The `nextCursor` of the page before, unchanged. It continues only the request it was issued for: path and filters alike; `limit` may differ.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_LENGTH, pattern: CURSOR.source },
    kind: 'cursor',
    rules: [
      {
        reason: 'cursor_invalid',
        isMet: (text) => text === undefined || (text.length <= MAX_LENGTH && CURSOR.test(text)),
        refusal: cursorInvalid,
      },
    ],
    value: (text, name, list) => list.continuation(text, name),
  });
