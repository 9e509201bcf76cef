import type { AnyPosition, Continuation } from '../cursor/continuation.js';
import type { ParameterKind } from './parameter-kind.js';

/** Where a list goes on; declared after the filters it is bound to and before `limit`, which it is not bound to. */
export const CURSOR: ParameterKind<Continuation<AnyPosition>> = {
  description:
    'The `nextCursor` of the page before, unchanged. It continues only the request it was issued for: path and filters alike; `limit` may differ.',
  schema: { type: 'string', minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_-]+$' },
  kind: 'cursor',
  invalidReason: 'cursor_invalid',
  read: (text, name, context) => context.continuation(text, name),
};
