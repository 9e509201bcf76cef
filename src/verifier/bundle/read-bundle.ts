import type { z } from 'zod';
import { canonicalJson, NotCanonical } from '../../domain/canonical/canonical-json.js';
import { type Bundle, bundleSchema } from './bundle.schema.js';

/**
 * The most bytes of a bundle. Bundles have some 20 KB; one with the largest possible contracts and
 * transactions has a few MB.
 */
export const LONGEST_BUNDLE = 16 << 20;
/** The deepest nesting of lists and objects. The checks of a rule have twelve levels. */
const DEEPEST = 64;
/** The most values in all lists and objects. Bundles have about a thousand. */
const MOST_VALUES = 1 << 17;
/**
 * The most faults of a text that are described. A schema goes on to the last one, and describes each in every
 * alternative: gigabytes for a text that is no bundle.
 */
const MOST_FAULTS = 10_000;
const MORE_THAN_A_LINE = 300;
const ANSWER_OF_THE_SERVICE =
  'the text is a whole answer of the service: save the text in its data.bundle as it is, which the answers of proof/bundle and call/bundle have';

/** The text is no bundle. The message names the place. */
export class NoBundle extends Error {
  override readonly name = 'NoBundle';
}

/**
 * Parses a bundle. A bundle has only one text: canonical JSON and a line feed, without keys that the format
 * does not have.
 *
 * @throws NoBundle
 */
export function readBundle(text: string): Bundle {
  return readCanonical(text, bundleSchema);
}

/** The only text of a bundle. @throws NotCanonical */
export function writeBundle(bundle: Bundle): string {
  return writeCanonical(bundle);
}

/** The `format` that a text states; undefined if it states none. */
export function formatOf(text: string): unknown {
  try {
    return (parse(text) as { format?: unknown } | null)?.format;
  } catch (error) {
    if (error instanceof NoBundle) return undefined;
    throw error;
  }
}

/** Parses a text by a schema, and refuses any text but the canonical one. @throws NoBundle */
export function readCanonical<Read>(text: string, schema: z.ZodType<Read>): Read {
  const value = parse(text);
  const result = compared(value, schema);
  if (!result.success) {
    if (isAnswer(value)) throw new NoBundle(ANSWER_OF_THE_SERVICE);
    const { path, message } = result.error.issues[0]!;
    throw new NoBundle(`${path.join('.') || 'the bundle'}: ${message}`.slice(0, MORE_THAN_A_LINE));
  }
  if (written(result.data) !== text) throw new NoBundle('the text is not canonical');
  return result.data;
}

/** Compares a value with a schema, up to so many faults. @throws NoBundle */
function compared<Read>(value: unknown, schema: z.ZodType<Read>): z.ZodSafeParseResult<Read> {
  let faults = 0;
  const error = (): undefined => {
    if (++faults > MOST_FAULTS) throw tooFaulty();
  };
  try {
    return schema.safeParse(value, { error });
  } catch (thrown) {
    // The schema passes the faults of a list on as parameters of one call, which takes only so many.
    throw thrown instanceof RangeError ? tooFaulty() : thrown;
  }
}

const tooFaulty = (): NoBundle => new NoBundle(`the text has more than ${MOST_FAULTS} faults`);

/** Whether a value is a whole answer of the API. */
function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'data' in value && 'meta' in value;
}

function written(read: unknown): string | undefined {
  try {
    return writeCanonical(read);
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

/** @throws NotCanonical */
export function writeCanonical(bundle: unknown): string {
  return `${canonicalJson(bundle)}\n`;
}

/**
 * Bounds depth and number of values, because memory and time of all later steps grow with them.
 * @throws NoBundle
 */
function checkShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ',') values++;
    if (depth > DEEPEST) throw new NoBundle(`the text is nested deeper than ${DEEPEST} levels`);
    if (values > MOST_VALUES) throw new NoBundle(`the text holds more than ${MOST_VALUES} values`);
  }
}

/**
 * The end of the quoted string that begins here. Most of a bundle is long hex, in which searching for the
 * quote is much faster than a loop.
 */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
  }
}

function parse(text: string): unknown {
  if (text.length > LONGEST_BUNDLE) throw new NoBundle(`the text is longer than ${LONGEST_BUNDLE} bytes`);
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new NoBundle('the text is no JSON');
  }
}
