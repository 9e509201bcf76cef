import { parseEther } from 'viem';
import type { Dice } from '../stage/dice.js';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';
import { NO_DEADLINE } from './uniswap-v2.js';

/** One trader swaps ether for dollars or back. */
export function tradeOnce(stage: Stage, dice: Dice): void {
  const trader = stage.actor(dice.pick(['trader-1', 'trader-2', 'trader-3']));
  const [weth, dollar, router] = [
    stage.contract('weth'),
    stage.contract('dollar'),
    stage.contract('v2 router'),
  ];
  const amount = 1 + dice.below(8);
  if (dice.below(2) === 0) {
    stage.call(
      trader,
      router,
      'swapExactETHForTokens',
      [0n, [weth.address, dollar.address], trader.address, NO_DEADLINE],
      { value: parseEther(String(amount)) },
    );
    return;
  }
  stage.call(trader, dollar, 'approve', [router.address, dollars(2_500 * amount)]);
  stage.call(trader, router, 'swapExactTokensForETH', [
    dollars(2_500 * amount),
    0n,
    [dollar.address, weth.address],
    trader.address,
    NO_DEADLINE,
  ]);
}
