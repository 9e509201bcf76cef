import { keccak256, toHex, zeroHash } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * Permissions: ownership that is transferred in two steps and renounced, and roles that are granted twice,
 * revoked and renounced.
 */
export function ownership(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const handed = stage.deploy(deployer, 'handed on', ownArtifact('Owned'));
  const renounced = stage.deploy(deployer, 'renounced', ownArtifact('Owned'));
  stage.block();
  stage.call(deployer, handed, 'transferOwnership', [alice.address]);
  stage.call(deployer, renounced, 'renounceOwnership', [], { label: 'ownership renounced' });
  stage.block();
  stage.call(bob, handed, 'acceptOwnership', [], { fails: true });
  stage.call(alice, handed, 'acceptOwnership', [], { label: 'ownership accepted' });
  stage.block();

  const token = stage.contract('preset erc20');
  const [minter, pauser] = ['MINTER_ROLE', 'PAUSER_ROLE'].map((role) => keccak256(toHex(role)));
  stage.call(deployer, token, 'grantRole', [minter, alice.address], { label: 'role granted' });
  stage.call(deployer, token, 'grantRole', [pauser, alice.address]);
  stage.call(deployer, token, 'grantRole', [minter, bob.address]);
  stage.call(bob, token, 'grantRole', [zeroHash, bob.address], { fails: true });
  stage.block();
  stage.call(deployer, token, 'revokeRole', [minter, bob.address], { label: 'role revoked' });
  stage.call(alice, token, 'renounceRole', [pauser, alice.address], { label: 'role renounced' });
  stage.block();
}
