import { toFunctionSelector } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** A contract that asks an authority who may call it, which lets somebody call one function. */
export function authority(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const guard = stage.deploy(deployer, 'call guard', ownArtifact('CallGuard'));
  const guarded = stage.deploy(deployer, 'guarded', ownArtifact('Guarded'));
  stage.block();
  stage.call(deployer, guarded, 'setAuthority', [guard.address], { label: 'authority set' });
  stage.call(deployer, guard, 'permit', [
    alice.address,
    guarded.address,
    toFunctionSelector('file(uint256)'),
  ]);
  stage.block();
  stage.call(alice, guarded, 'file', [7n], { label: 'call that the authority allows' });
  stage.call(bob, guarded, 'file', [8n], { fails: true });
  stage.block();
}
