import { parseEther, parseUnits } from 'viem';
import type { Stage } from '../stage/stage.js';
import { tradeOnce } from './trade.js';

const HOURS = 40;
/** Missed slots before the first block of an hour: an hour has only three blocks. */
const MISSED_SLOTS = 297;

/**
 * Almost two days of trade at three blocks an hour: prices change, the feed follows, and one hour has no
 * trade.
 */
export function marketDays(stage: Stage): void {
  const oracle = stage.actor('oracle');
  const feed = stage.contract('ether feed');
  let price = 2_500;
  for (let hour = 0; hour < HOURS; hour++) {
    const dice = stage.dice('market');
    price += dice.below(41) - 20;
    if (hour % 2 === 0) stage.call(oracle, feed, 'submit', [parseUnits(String(price), 8)]);
    stage.block(MISSED_SLOTS);
    for (let block = 0; block < 2; block++) {
      if (hour !== QUIET_HOUR) tradeOnce(stage, stage.dice('trade'), parseEther('1'));
      stage.block();
    }
  }
}

const QUIET_HOUR = 17;
