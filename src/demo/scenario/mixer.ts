import { keccak256, parseEther, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * Deposits into a mixer: directly, through a router (the router is the depositor), and one that fails in a
 * frame; and a withdrawal.
 */
export function mixer(stage: Stage): void {
  const [deployer, ivan, mallory, grace] = stage.cast('deployer', 'ivan', 'mallory', 'grace');
  const pool = stage.deploy(deployer, 'mixer', ownArtifact('MixerPool'));
  const router = stage.deploy(deployer, 'mixer router', ownArtifact('MixerRouter'));
  stage.block();
  const one = { value: parseEther('1') };
  stage.call(ivan, pool, 'deposit', [keccak256(toHex('note 1'))], { ...one, label: 'mixer deposit' });
  stage.call(mallory, router, 'deposit', [pool.address, keccak256(toHex('note 2'))], {
    ...one,
    label: 'mixer deposit through a router',
  });
  stage.block();
  stage.call(grace, router, 'tryDeposit', [pool.address, keccak256(toHex('note 3'))], {
    ...one,
    label: 'mixer deposit failing inside',
  });
  stage.call(grace, pool, 'deposit', [keccak256(toHex('note 4'))], {
    value: 1n,
    fails: true,
    label: 'mixer deposit refused',
  });
  stage.block();
  stage.call(
    stage.actor('frank'),
    pool,
    'withdraw',
    [
      stage.actor('heidi').address,
      keccak256(toHex('null 1')),
      stage.actor('frank').address,
      parseEther('0.01'),
    ],
    { label: 'mixer withdrawal' },
  );
  stage.block();
}
