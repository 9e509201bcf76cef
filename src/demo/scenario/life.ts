import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';

const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'heidi', 'ivan', 'judy'] as const;

/** One block of everyday life: a few payments and some wrapped ether; a function of seed and height alone. */
export function playLife(stage: Stage): void {
  const dice = stage.dice('life');
  const weth = stage.contract('weth');
  for (let count = dice.below(5); count > 0; count--) {
    const [from, to] = [stage.actor(dice.pick(PEOPLE)), stage.actor(dice.pick(PEOPLE))];
    stage.transfer(from, to.address, parseEther('0.001') * BigInt(1 + dice.below(900)));
  }
  const holder = stage.actor(dice.pick(PEOPLE));
  stage.call(holder, weth, 'deposit', [], { value: parseEther('0.01') });
  stage.call(holder, weth, 'transfer', [stage.actor(dice.pick(PEOPLE)).address, parseEther('0.01')]);
  stage.block();
}
