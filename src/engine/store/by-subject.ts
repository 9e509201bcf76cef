import type { Address } from '../../domain/chain/hex.js';
import type { DefinitionIndex } from '../model/engine-store.js';

/** Stored items by subject and definition. */
export type BySubject<One> = Map<string, Map<DefinitionIndex, One[]>>;

/** Adds an item of a subject and a definition. */
export function into<One>(
  found: BySubject<One>,
  subject: Address,
  definition: DefinitionIndex,
  one: One,
): void {
  let ofSubject = found.get(subject);
  if (!ofSubject) {
    ofSubject = new Map();
    found.set(subject, ofSubject);
  }
  const known = ofSubject.get(definition);
  if (known) known.push(one);
  else ofSubject.set(definition, [one]);
}
