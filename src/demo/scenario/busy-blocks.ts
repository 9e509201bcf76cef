import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';

const TRANSACTIONS_PER_BLOCK = 40;

/** Blocks with many payments of every kind between new and old addresses. */
export function busyBlocks(stage: Stage): void {
  const senders = stage.cast(
    'alice',
    'bob',
    'carol',
    'dave',
    'heidi',
    'judy',
    'treasury',
    'trader-1',
    'trader-2',
  );
  const [dollar, weth] = [stage.contract('dollar'), stage.contract('weth')];
  for (let block = 0; block < 2; block++) {
    const dice = stage.dice('busy');
    for (let count = 0; count < TRANSACTIONS_PER_BLOCK; count++) {
      const from = dice.pick(senders);
      const to = stage.actor(`passer-by ${dice.below(80)}`).address;
      const kind = dice.below(4);
      if (kind === 0)
        stage.call(stage.actor('whale'), dollar, 'transfer', [to, dollars(1 + dice.below(50))], {
          gas: 100_000n,
        });
      else if (kind === 1)
        stage.call(from, weth, 'deposit', [], { value: parseEther('0.001'), gas: 100_000n });
      else stage.transfer(from, to, parseEther('0.0001') * BigInt(1 + dice.below(500)));
    }
    stage.block();
  }
}
