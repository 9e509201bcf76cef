import Sequencer from '@jest/test-sequencer';

const LONGEST_LANE_FIRST = ['sim', 'e2e', 'int', 'unit'];

/** Jest keeps how long each file takes and begins with the longest. Where it has not yet, lanes of long files go first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const rank = ({ context }) => LONGEST_LANE_FIRST.indexOf(context.config.displayName.name);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
