import { encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * EIP-7702: a delegation that is set by the transaction of another account, changed and cleared, and one that
 * is set by the account's own transaction. Special cases: authorizations with a used nonce and for another
 * chain, which are void although the transaction succeeds, and one that takes effect although the transaction
 * fails.
 */
export function delegation(stage: Stage): void {
  const [deployer, erin, frank, grace, heidi] = stage.cast('deployer', 'erin', 'frank', 'grace', 'heidi');
  const artifact = packagedArtifact('@account-abstraction/contracts/artifacts/Simple7702Account.json');
  const delegate = stage.deploy(deployer, 'delegate 1', artifact);
  const other = stage.deploy(deployer, 'delegate 2', artifact);
  stage.block();

  stage.send(deployer, erin.address, '0x', {
    authorizations: [stage.authorize(erin, delegate.address)],
    label: 'delegation set',
  });
  stage.block();
  stage.transfer(stage.actor('alice'), erin.address, parseEther('1'), {
    gas: 60_000n,
    label: 'ether to a delegated account',
  });
  stage.block();
  stage.send(deployer, erin.address, '0x', {
    authorizations: [stage.authorize(erin, other.address, 0)],
    label: 'delegation changed',
  });
  stage.block();
  stage.send(deployer, erin.address, '0x', {
    authorizations: [stage.authorize(erin, zeroAddress)],
    label: 'delegation cleared',
  });
  stage.block();

  // The transaction takes the sender's nonce before the authorization is checked.
  const own = { authority: frank, delegate: delegate.address, nonce: frank.nonce + 1, chainId: 1 };
  stage.send(frank, frank.address, '0x', { authorizations: [own], label: 'delegation by oneself' });
  frank.takeNonce();
  stage.block();

  const pay = encodeFunctionData({
    abi: artifact.abi,
    functionName: 'execute',
    args: [erin.address, parseEther('1'), '0x'],
  });
  stage.send(frank, frank.address, pay, { label: 'delegated account runs its code' });
  stage.block();

  const used = { authority: grace, delegate: delegate.address, nonce: 7, chainId: 1 };
  const elsewhere = { authority: grace, delegate: delegate.address, nonce: grace.nonce, chainId: 10 };
  stage.send(deployer, grace.address, '0x', {
    authorizations: [used, elsewhere],
    label: 'void authorizations',
  });
  stage.block();

  const weth = stage.contract('weth');
  stage.call(deployer, weth, 'transfer', [erin.address, parseEther('1000')], {
    authorizations: [stage.authorize(heidi, delegate.address)],
    fails: true,
    label: 'delegation by a failing transaction',
  });
  stage.block();
}
