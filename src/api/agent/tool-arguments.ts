import type { Query } from '@nestjs/cqrs';
import { Refusal } from '../../domain/refusal/refusal.js';
import type { CursorKey } from '../http/cursor/cursor-key.js';
import type { ApiResponse } from '../http/method/api-response.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { readParameters } from '../http/method/read-parameters.js';
import { parametersOf } from '../http/parameter/parameter.decorator.js';
import { actualOf } from '../refusal/parameter-refusals.js';
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
  try {
    return readParameters(
      method,
      Object.fromEntries(texts.filter(([name]) => inPath.has(name))),
      texts.filter(([name]) => !inPath.has(name)),
      cursorKey,
    );
  } catch (refusal) {
    throw withReceived(refusal, given);
  }
}

/**
 * The text of a value. A whole number becomes its decimal digits; from 2^53 on it is unreadable, because JSON
 * may have rounded it.
 */
function textOf(value: unknown): string {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : UNREADABLE;
  return SURROGATE.test(text) ? UNREADABLE : text;
}

/** The same refusal with what was received, as JSON, where it names the text that stood for it. */
function withReceived(refusal: unknown, given: ToolArguments): unknown {
  if (!(refusal instanceof Refusal) || !refusal.details || !('parameter' in refusal.details)) return refusal;
  const { actual, ...details } = refusal.details;
  if (actual !== UNREADABLE) return refusal;
  const received = jsonOf(given[details.parameter]);
  return new Refusal(refusal.code, refusal.message, {
    ...details,
    ...(received !== undefined && { actual: actualOf(received) }),
  });
}

/** Undefined for what is nested too deeply to be written. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
