import Sequencer from '@jest/test-sequencer';

/** Usual seconds of a file in each lane. */
const USUAL = { sim: 20, e2e: 18, int: 11, unit: 1 };
/** Files that take longest, or wait for servers to die, start and recover while other files run: started last, they would end alone. */
const LONGEST = [
  'own-servers',
  'forger',
  'documents',
  'restored.e2e',
  'roles.e2e',
  'replicas.e2e',
  'frozen-session',
  'lies-about-state',
  'neo4j.int',
  'start-embedded-neo4j',
  'graph.e2e',
  'service.e2e',
  'rebuilt-beside',
  'canonicity.e2e',
  'standby.e2e',
  'answers-in-fill',
  'deceiving-',
  'demo-balances',
  'fetched-fill',
  'killed-fill',
  'upgrade.e2e',
  'claim-thread',
  'follow-head',
  'reevaluation',
  'span-digests',
  'finality',
  'fetched-ranges',
  'record-holes',
  'evaluating-process',
  'event-store.int',
  'block-workers',
  'heavy-address',
  'islands',
  'start-embedded-postgres',
];

/** More seconds than any usual value. */
const LONG = 60;

/**
 * Begins with the files that failed last, then with the longest. Jest stores how long each file took, but begins with files that it does not
 * know: after a run of one long file, the next full run would end with that file alone.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // Jest's order decides between equals, and its call loads the durations.
    const sorted = super.sort(tests);
    const rank = (test) => (this.hasFailed(test) ? Number.MAX_VALUE : seconds(test));
    return sorted.sort((one, other) => rank(other) - rank(one));
  }
}

function seconds({ duration, path, context }) {
  if (duration !== undefined) return duration / 1_000;
  if (LONGEST.some((name) => path.includes(name))) return LONG;
  return USUAL[context.config.displayName.name] ?? LONG;
}
