import { parseEther, parseUnits } from 'viem';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';
import { tradeOnce } from './trade.js';

const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'heidi', 'judy'] as const;

/**
 * One block of everyday life: payments, dollars, wrapped ether, and sometimes a trade. Seed and height alone
 * decide it. Amounts are so small that funds last for years.
 */
export function playLife(stage: Stage): void {
  const dice = stage.dice('life');
  const [weth, dollar, nursery, feed, dollarFeed] = [
    stage.contract('weth'),
    stage.contract('dollar'),
    stage.contract('nursery'),
    stage.contract('ether feed'),
    stage.contract('dollar feed'),
  ];
  const someone = () => stage.actor(dice.pick(PEOPLE));
  for (let count = dice.below(4); count > 0; count--) {
    stage.transfer(someone(), someone().address, parseEther('0.0001') * BigInt(1 + dice.below(900)), {
      gas: 60_000n,
    });
  }
  const cents = BigInt(1 + dice.below(500)) * (dollars(1) / 100n);
  stage.call(stage.actor('whale'), dollar, 'transfer', [someone().address, cents]);
  const saver = someone();
  stage.call(saver, weth, 'deposit', [], { value: parseEther('0.001') });
  stage.call(saver, weth, 'transfer', [someone().address, parseEther('0.001')]);
  if (dice.below(4) === 0) tradeOnce(stage, dice, parseEther('0.005'));
  if (dice.below(10) === 0) stage.call(someone(), nursery, 'bear', [1n]);
  if (dice.below(20) === 0) {
    stage.call(stage.actor('oracle'), feed, 'submit', [parseUnits(String(2_480 + dice.below(41)), 8)]);
    stage.call(stage.actor('oracle'), dollarFeed, 'submit', [parseUnits('1', 8)]);
  }
  if (dice.below(12) === 0) {
    stage.call(stage.actor('mallory'), dollar, 'transfer', [someone().address, 1n], { fails: true });
  }
  stage.block();
}
