import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

const YEAR_SECONDS = 31_536_000n;

/** A wallet that pays ether out to somebody over a year. */
export function vesting(stage: Stage): void {
  const [deployer, bob] = stage.cast('deployer', 'bob');
  const start = BigInt(stage.now);
  const wallet = stage.deploy(deployer, 'vesting wallet', openzeppelin('VestingWallet'), [
    bob.address,
    start,
    YEAR_SECONDS,
  ]);
  stage.block();
  stage.transfer(deployer, wallet.address, parseEther('1'), { gas: 100_000n });
  stage.block();
  stage.call(bob, wallet, 'release', [], { label: 'vested ether released' });
  stage.block();
}
