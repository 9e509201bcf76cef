import { fileURLToPath } from 'node:url';
import { lockedRules } from '../definition/catalog/lock.js';
import type { PublishedRules } from './level/attest-claim.js';

const DEFINITIONS = fileURLToPath(new URL('../../../definitions', import.meta.url));

/** The rules of the release that the program is of, seen from the compiled file. None where it is run without them. */
export function publishedRules(): PublishedRules {
  return lockedRules(DEFINITIONS);
}
