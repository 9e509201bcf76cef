import Sequencer from '@jest/test-sequencer';

/** Usual seconds of a file in each lane. */
const USUAL = { slow: 40, sim: 20, e2e: 18, int: 11, unit: 1 };
/** Files that take longest, or wait for servers to die, start and recover while other files run: started last, they would end alone. */
const LONGEST = [
  'own-servers',
  'graph.slow',
  'fetched-fill',
  'restored.slow',
  'forger.slow',
  'roles.slow',
  'frozen-session',
  'neo4j.slow',
  'documents',
  'engine-simulation',
  'follow-head',
  'reevaluation',
  'service.e2e',
  'commands.e2e',
  'event-store.int',
  'checker.slow',
  'client.e2e',
  'record-holes',
  'kill.property',
  'proof-bundles',
  'deceiving-',
  'demo-chain',
  'demo-balances',
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
