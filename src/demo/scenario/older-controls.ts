import { encodeFunctionData } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const DAY_SECONDS = 86_400n;

/** Control that is older than roles and Safes: a multisig that replaces an owner, wards who rely and deny, and a timelock with an admin. */
export function olderControls(stage: Stage): void {
  const [deployer, alice, bob, carol, dave] = stage.cast('deployer', 'alice', 'bob', 'carol', 'dave');
  const owners = [alice.address, bob.address, carol.address];
  const wallet = stage.deploy(deployer, 'multisig', ownArtifact('MultiSigWallet'), [owners, 2n]);
  const warded = stage.deploy(deployer, 'warded', ownArtifact('Warded'));
  const noted = stage.deploy(deployer, 'noted wards', ownArtifact('NotedWards'), [false]);
  const vat = stage.deploy(deployer, 'vat', ownArtifact('NotedWards'), [true]);
  stage.deploy(deployer, 'admin timelock', ownArtifact('AdminTimelock'), [wallet.address, 2n * DAY_SECONDS]);
  stage.block();

  const change = encodeFunctionData({ abi: wallet.abi, functionName: 'addOwner', args: [dave.address] });
  stage.call(alice, wallet, 'submitTransaction', [wallet.address, 0n, change]);
  for (const contract of [warded, noted, vat]) {
    stage.call(deployer, contract, 'rely', [alice.address]);
    stage.call(deployer, contract, 'rely', [wallet.address]);
  }
  stage.block();
  stage.call(bob, wallet, 'confirmTransaction', [0n], { label: 'multisig owner added' });
  stage.call(alice, warded, 'deny', [deployer.address], { label: 'ward denied' });
  stage.call(bob, warded, 'rely', [bob.address], { fails: true });
  stage.block();
}
