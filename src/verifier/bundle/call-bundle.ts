import { type CallBundle, callBundleSchema } from './call-bundle.schema.js';
import { readCanonical, writeCanonical } from './read-bundle.js';

/** Reads the bundle of a view call. @throws NoBundle */
export function readCallBundle(text: string): CallBundle {
  return readCanonical(text, callBundleSchema);
}

/** The only text of the bundle of a view call. @throws NotCanonical */
export function writeCallBundle(bundle: CallBundle): string {
  return writeCanonical(bundle);
}
