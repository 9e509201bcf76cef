import type { Dice } from '../stage/dice.js';
import type { Stage } from '../stage/stage.js';
import { NO_DEADLINE } from './uniswap-v2.js';

const MOST_STEPS = 8;
/** Dollars (6 decimals) for an amount of ether (18 decimals) at about the price, 2,500. */
const dollarsFor = (wei: bigint) => (wei * 2_500n) / 10n ** 12n;

/**
 * One trader swaps ether for dollars, or about as many dollars for ether.
 * @param step wei; the amount is one to eight steps
 */
export function tradeOnce(stage: Stage, dice: Dice, step: bigint): void {
  const trader = stage.actor(dice.pick(['trader-1', 'trader-2', 'trader-3']));
  const router = stage.contract('v2 router');
  const dollar = stage.contract('dollar');
  const value = step * BigInt(1 + dice.below(MOST_STEPS));
  const path = [stage.contract('weth').address, dollar.address];
  if (dice.below(2) === 0) {
    stage.call(trader, router, 'swapExactETHForTokens', [0n, path, trader.address, NO_DEADLINE], { value });
    return;
  }
  const swap = [dollarsFor(value), 0n, path.toReversed(), trader.address, NO_DEADLINE];
  stage.call(trader, dollar, 'approve', [router.address, dollarsFor(value)]);
  stage.call(trader, router, 'swapExactTokensForETH', swap);
}
