import { getContractAddress, parseEther } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/**
 * Ether that contracts move: to many, twice to one, to themselves, to a contract that refuses it, to a later
 * contract, and undone.
 */
export function internalPayments(stage: Stage): void {
  const [deployer, alice, bob, carol] = stage.cast('deployer', 'alice', 'bob', 'carol');
  const payer = stage.deploy(deployer, 'payer', ownArtifact('Payer'));
  stage.block();
  const ether = (amount: string) => ({ value: parseEther(amount) });
  const people = [bob, carol, bob, alice].map(({ address }) => address);
  stage.call(alice, payer, 'payMany', [people], { ...ether('0.4'), label: 'payment to many' });
  stage.call(alice, payer, 'payTwice', [bob.address], { ...ether('0.9'), label: 'two payments to one' });
  stage.call(alice, payer, 'payTwice', [payer.address], { ...ether('0.03'), label: 'payment to oneself' });
  stage.block();
  stage.call(alice, payer, 'payAndFail', [bob.address], {
    ...ether('2'),
    fails: true,
    label: 'payment undone',
  });
  stage.call(alice, payer, 'payRefuser', [stage.contract('reverter').address], {
    ...ether('0.2'),
    label: 'payment refused inside',
  });
  const unborn = getContractAddress({ from: carol.address, nonce: BigInt(carol.nonce) });
  stage.call(alice, payer, 'payTwice', [unborn], { ...ether('0.5'), label: 'payment to the unborn' });
  stage.block();
  stage.deploy(carol, 'born with ether', ownArtifact('Mortal'));
  stage.block();
}
