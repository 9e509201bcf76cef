import Sequencer from '@jest/test-sequencer';

const LONGEST_LANE_FIRST = ['sim', 'e2e', 'int', 'unit'];
/** These take longest, or wait for servers to die, start and recover while other files work: begun last, they would end alone. */
const LONGEST = [
  'own-servers',
  'forger',
  'documents',
  'lies-about-state',
  'neo4j.int',
  'start-embedded-neo4j',
  'graph.e2e',
  'service.e2e',
  'deceiving-',
  'demo-balances',
  'fetched-fill',
  'killed-fill',
  'upgrade.e2e',
  'claim-thread',
  'follow-head',
];

/** Jest keeps how long each file takes and begins with the longest. Where it has not yet, lanes of long files go first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const lane = ({ context }) => LONGEST_LANE_FIRST.indexOf(context.config.displayName.name);
    const rank = (test) => (LONGEST.some((name) => test.path.includes(name)) ? -1 : lane(test));
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
