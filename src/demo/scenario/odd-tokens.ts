import { parseEther } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** Tokens whose balances do not follow from their Transfer events, and one NFT older than the standard. */
export function oddTokens(stage: Stage): void {
  const [deployer, alice, bob, carol, treasury] = stage.cast('deployer', 'alice', 'bob', 'carol', 'treasury');
  const silent = stage.deploy(deployer, 'silent token', ownArtifact('SilentToken'));
  const plain = stage.deploy(deployer, 'plain token', ownArtifact('PlainToken'));
  const fee = stage.deploy(deployer, 'fee token', ownArtifact('FeeToken'), [treasury.address]);
  const rebasing = stage.deploy(deployer, 'rebasing token', ownArtifact('RebasingToken'));
  const kitty = stage.deploy(deployer, 'kitty token', ownArtifact('KittyToken'));
  stage.block();

  stage.call(
    deployer,
    silent,
    'airdrop',
    [[alice, bob, carol].map(({ address }) => address), parseEther('5')],
    { label: 'airdrop without events' },
  );
  stage.call(deployer, silent, 'transfer', [bob.address, parseEther('1')]);
  stage.call(deployer, plain, 'mint', [alice.address, parseEther('100')]);
  stage.call(deployer, plain, 'mintSilently', [bob.address, parseEther('55')], {
    label: 'mint without an event',
  });
  stage.block();
  stage.call(deployer, fee, 'transfer', [alice.address, parseEther('1000')], {
    label: 'transfer with a fee',
  });
  stage.call(deployer, rebasing, 'transfer', [alice.address, parseEther('100')]);
  stage.call(deployer, kitty, 'breed', [alice.address]);
  stage.call(deployer, kitty, 'breed', [bob.address]);
  stage.block();
  stage.call(alice, fee, 'transfer', [bob.address, parseEther('500')]);
  stage.call(deployer, rebasing, 'rebase', [parseEther('1100')], { label: 'rebase' });
  stage.call(alice, kitty, 'transfer', [carol.address, 1n]);
  stage.call(alice, plain, 'transfer', [stage.actor('dave').address, parseEther('30')]);
  stage.block();
  stage.call(alice, rebasing, 'transfer', [bob.address, parseEther('10')]);
  stage.call(alice, plain, 'burn', [parseEther('5')]);
  stage.call(bob, silent, 'transfer', [stage.actor('erin').address, parseEther('6')], { fails: true });
  stage.block();
}
