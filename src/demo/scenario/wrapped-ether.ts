import { parseEther } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * WETH9: supply that changes without Transfer events (deposit, withdraw), transfers, and an allowance that
 * another account spends.
 */
export function wrappedEther(stage: Stage): void {
  const [deployer, alice, bob] = [stage.actor('deployer'), stage.actor('alice'), stage.actor('bob')];
  const weth = stage.deploy(deployer, 'weth', packagedArtifact('canonical-weth/build/contracts/WETH9.json'));
  stage.block();

  stage.call(alice, weth, 'deposit', [], { value: parseEther('10'), label: 'weth deposit' });
  stage.send(bob, weth.address, '0x', { value: parseEther('4'), label: 'weth deposit by plain ether' });
  stage.block();

  stage.call(alice, weth, 'transfer', [bob.address, parseEther('2')], { label: 'weth transfer' });
  stage.call(alice, weth, 'approve', [bob.address, parseEther('3')]);
  stage.block();

  stage.call(bob, weth, 'transferFrom', [alice.address, stage.actor('carol').address, parseEther('1.5')]);
  stage.call(bob, weth, 'withdraw', [parseEther('1')], { label: 'weth withdrawal' });
  stage.call(bob, weth, 'transfer', [alice.address, parseEther('1000')], {
    fails: true,
    label: 'weth overdraft',
  });
  stage.block();
}
