import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readForkSchedule } from '../definition/binding/fork-schedule.js';
import { lockedRules } from '../definition/catalog/lock.js';
import type { ForkSchedule } from '../domain/chain/protocol/fork-schedule.js';
import type { PublishedRules } from './level/attest-claim.js';

/** What the reader of a bundle knows besides it. */
export interface Published {
  readonly rules: PublishedRules;
  /** By which view calls are executed; without it a bundle with some is refused. */
  readonly forks?: ForkSchedule;
}

const DEFINITIONS = fileURLToPath(new URL('../../../definitions', import.meta.url));
const FORKS = `${DEFINITIONS}/bindings/fork-schedule.yaml`;

/** What the release says that the program is of, seen from the compiled file. Nothing where it is run without its definitions. */
export function published(): Published {
  return {
    rules: lockedRules(DEFINITIONS),
    ...(existsSync(FORKS) && { forks: readForkSchedule(FORKS).schedule }),
  };
}
