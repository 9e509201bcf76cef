import { type Hex, zeroAddress } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const PRICE = 2n ** 96n;

/** Pools of a pool manager: one with hooks, one without, one whose hooks are no contract, and one of a manager that no registry lists. */
export function poolHooks(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const manager = stage.deploy(deployer, 'pool manager', ownArtifact('PoolManager'));
  const unlisted = stage.deploy(deployer, 'unlisted pool manager', ownArtifact('PoolManager'));
  const hooks = stage.deploy(deployer, 'pool hooks', ownArtifact('CountingHooks'));
  const others = stage.deploy(deployer, 'hooks of an unlisted manager', ownArtifact('CountingHooks'));
  stage.block();
  const token = stage.contract('dollar').address;
  const key = (with_: Hex) => [zeroAddress, token, 3000, 60, with_];
  stage.call(alice, manager, 'initialize', [key(hooks.address), PRICE], { label: 'pool with hooks' });
  stage.call(alice, manager, 'initialize', [key(zeroAddress), PRICE]);
  stage.call(alice, manager, 'initialize', [key(alice.address), PRICE]);
  stage.call(alice, unlisted, 'initialize', [key(others.address), PRICE]);
  stage.block();
}
