import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCanonicalRoots } from '../definition/binding/canonical-roots.js';
import { readForkSchedule } from '../definition/binding/fork-schedule.js';
import { lockedRules } from '../definition/catalog/lock.js';
import type { Published } from './level/published.js';

const DEFINITIONS = fileURLToPath(new URL('../../../definitions', import.meta.url));
const FORKS = `${DEFINITIONS}/bindings/fork-schedule.yaml`;

let once: Published | undefined;

/**
 * What the release of this program publishes, from files relative to the compiled one; nothing if the program
 * runs without its definitions. It is read once, because a release does not change.
 */
export function published(): Published {
  once ??= read();
  return once;
}

function read(): Published {
  const rules = lockedRules(DEFINITIONS);
  if (!existsSync(FORKS)) return { rules };
  const forks = readForkSchedule(FORKS).schedule;
  return { rules, forks, roots: readCanonicalRoots(DEFINITIONS, forks) };
}
