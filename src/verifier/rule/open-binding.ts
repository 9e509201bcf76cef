import type { Binding } from '../../definition/binding/binding.js';
import { intervalsOf } from '../../definition/binding/membership-intervals.js';
import type { CountedBinding } from '../../definition/schema/binding.schema.js';
import { type Path, pathText } from '../../definition/schema/path.js';
import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import type { BundledBinding } from '../bundle/bundle.schema.js';

const ADDRESS_CHARACTERS = 42;
const OWN_KEYS = ['key', 'added', 'removed', 'from'];

/**
 * A registry of a bundle, or the reason why it is invalid. Parts that the digest does not cover are empty or
 * follow from the first entry.
 */
export function openBinding(id: string, { versions, entries, digest }: BundledBinding): Binding | string {
  if (digest !== digestText(canonicalJson({ versions, entries })))
    return 'has another digest than its content';
  const [first] = entries;
  const text: CountedBinding = {
    versions: versions.map((one) => ({ ...one, retrieved: '' })),
    keys: first === undefined || first.key.length === ADDRESS_CHARACTERS ? 'address' : 'hash',
    fields: Object.keys(first ?? {}).filter((key) => !OWN_KEYS.includes(key)),
    entries,
  };
  try {
    const members = intervalsOf({ refuse }, text);
    return { id, source: '', versions: text.versions, digest, fields: text.fields, members };
  } catch (error) {
    if (error instanceof WrongBinding) return error.message;
    throw error;
  }
}

class WrongBinding extends Error {
  override readonly name = 'WrongBinding';
}

/** Ends at the first error, because there may be very many. */
function refuse(path: Path, sentence: string): never {
  throw new WrongBinding(`${pathText(path)} ${sentence}`.trimStart());
}
