import type { Query } from '@nestjs/cqrs';
import type { CursorKey } from '../http/cursor/cursor-key.js';
import type { ApiResponse } from '../http/method/api-response.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { readParameters } from '../http/method/read-parameters.js';
import { parametersOf } from '../http/parameter/parameter.decorator.js';
import { isLimit } from './input-schema.js';
import { SHOWN_ROWS } from './shown-rows.js';

/** Arguments as an agent gave them. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Half a surrogate pair, which no URL can contain. */
const SURROGATE = /\p{Cs}/u;
/** A text that no parameter accepts, so that each refuses it with its own message. */
const UNREADABLE = '\u0000';

/**
 * Reads arguments as the parameters of a request are read: the same text means the same, and is refused alike.
 * @throws {Refusal} `bad_request`
 */
export function readArguments(
  method: ChainMethod,
  given: ToolArguments,
  cursorKey: CursorKey,
): Query<ApiResponse<object>> {
  const declared = parametersOf(method.parameters);
  const inPath = new Set(declared.filter(({ place }) => place === 'path').map(({ name }) => name));
  const limit = declared.find(isLimit);
  const texts = Object.entries({ ...(limit && { [limit.name]: SHOWN_ROWS }), ...given }).map(
    ([name, value]) => [name, textOf(value)] as const,
  );
  return readParameters(
    method,
    Object.fromEntries(texts.filter(([name]) => inPath.has(name))),
    texts.filter(([name]) => !inPath.has(name)),
    cursorKey,
  );
}

/**
 * The text of a value. A whole number becomes its decimal digits; from 2^53 on it is unreadable, because JSON
 * may have rounded it.
 */
function textOf(value: unknown): string {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : UNREADABLE;
  return SURROGATE.test(text) ? UNREADABLE : text;
}
