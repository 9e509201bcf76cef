import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';
import { NO_DEADLINE } from './uniswap-v2.js';

/** A manipulation within one block: a huge swap moves the price of the pair, and a swap back restores it. */
export function poolManipulation(stage: Stage): void {
  const whale = stage.actor('whale');
  const [weth, dollar, router] = [
    stage.contract('weth'),
    stage.contract('dollar'),
    stage.contract('v2 router'),
  ];
  stage.call(
    whale,
    router,
    'swapExactETHForTokens',
    [0n, [weth.address, dollar.address], whale.address, NO_DEADLINE],
    { value: parseEther('4000'), label: 'price pushed' },
  );
  stage.call(
    whale,
    router,
    'swapExactTokensForETH',
    [dollars(3_300_000), 0n, [dollar.address, weth.address], whale.address, NO_DEADLINE],
    { label: 'price pulled back' },
  );
  stage.block();
  stage.block();
}
