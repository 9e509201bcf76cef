import { parseEther } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** An ERC-4626 vault over wrapped ether: deposits, a profit, a withdrawal, a redemption. */
export function vault(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const weth = stage.contract('weth');
  const vault = stage.deploy(deployer, 'vault', ownArtifact('Vault'), [weth.address]);
  stage.block();
  for (const saver of [alice, bob]) {
    stage.call(saver, weth, 'deposit', [], { value: parseEther('20') });
    stage.call(saver, weth, 'approve', [vault.address, parseEther('20')]);
    stage.call(saver, vault, 'deposit', [parseEther('5'), saver.address], {
      label: `vault deposit of ${saver.name}`,
    });
  }
  stage.block();
  stage.call(bob, weth, 'transfer', [vault.address, parseEther('1')], { label: 'vault profit' });
  stage.block();
  stage.call(alice, vault, 'withdraw', [parseEther('2'), bob.address, alice.address], {
    label: 'vault withdrawal',
  });
  stage.call(bob, vault, 'redeem', [parseEther('1'), bob.address, bob.address]);
  stage.block();
}
