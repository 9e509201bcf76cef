import type { Stage } from '../stage/stage.js';
import { delegation } from './delegation.js';
import { failures } from './failures.js';
import { plainTransfers } from './plain-transfers.js';
import { proxyUpgrade } from './proxy-upgrade.js';
import { wrappedEther } from './wrapped-ether.js';

/** One idea of the scenario: says what happens on the stage, and ends at a block boundary. */
export type Episode = (stage: Stage) => void | Promise<void>;

/** The history, in order; an episode may use what an earlier one brought. */
export const EPISODES: readonly Episode[] = [
  plainTransfers,
  wrappedEther,
  proxyUpgrade,
  failures,
  delegation,
];
