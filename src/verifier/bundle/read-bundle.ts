import { canonicalJson, NotCanonical } from '../../kernel/canonical/canonical-json.js';
import { type Bundle, bundleSchema } from './bundle.schema.js';

/** Text that is no bundle; the message names the place. */
export class NoBundle extends Error {
  override readonly name = 'NoBundle';
}

/**
 * Reads a bundle. It has exactly one text: canonical JSON and a line feed, with no key that the format does not know.
 *
 * @throws NoBundle
 */
export function readBundle(text: string): Bundle {
  const parsed = parse(text);
  const result = bundleSchema.safeParse(parsed);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    throw new NoBundle(`${path.join('.') || 'the bundle'}: ${message}`);
  }
  if (written(result.data) !== text) throw new NoBundle('the text is not the canonical one of what it says');
  return result.data;
}

function written(bundle: Bundle): string | undefined {
  try {
    return writeBundle(bundle);
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

/** The one text of a bundle. @throws NotCanonical */
export function writeBundle(bundle: Bundle): string {
  return `${canonicalJson(bundle)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoBundle('the text is no JSON');
  }
}
