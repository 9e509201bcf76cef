import { keccak256, parseUnits, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';
import { signedAuthorization, signedPermit } from './dollar-signatures.js';

export const dollars = (amount: number) => parseUnits(String(amount), 6);

/** A USDC-like dollar: mints, a permit, gasless transfers (EIP-3009), the blacklist and the pause; then a USDT-like one. */
export async function dollarTokens(stage: Stage): Promise<void> {
  const [issuer, alice, bob, carol, mallory] = stage.cast('issuer', 'alice', 'bob', 'carol', 'mallory');
  const dollar = stage.deploy(issuer, 'dollar', ownArtifact('DollarToken'), ['Demo Dollar', 'dUSD']);
  stage.block();
  for (const name of [
    'alice',
    'bob',
    'carol',
    'dave',
    'mallory',
    'trader-1',
    'trader-2',
    'trader-3',
    'whale',
    'treasury',
  ]) {
    stage.call(issuer, dollar, 'mint', [
      stage.actor(name).address,
      dollars(name === 'whale' ? 30_000_000 : 500_000),
    ]);
  }
  stage.block();

  const permit = await signedPermit(stage, {
    token: dollar,
    owner: alice,
    spender: bob.address,
    value: dollars(300),
    nonce: 0n,
  });
  stage.call(bob, dollar, 'permit', permit, { label: 'permit' });
  stage.call(bob, dollar, 'transferFrom', [alice.address, bob.address, dollars(300)], {
    label: 'spending a permit',
  });
  stage.call(carol, dollar, 'transfer', [bob.address, dollars(12.5)]);
  stage.block();

  const gasless = {
    token: dollar,
    from: alice,
    to: carol.address,
    value: dollars(42),
    nonce: keccak256(toHex('invoice 1')),
  };
  stage.call(issuer, dollar, TRANSFER_WITH_AUTHORIZATION, await signedAuthorization(gasless), {
    label: 'gasless transfer',
  });
  stage.call(issuer, dollar, TRANSFER_WITH_AUTHORIZATION, await signedAuthorization(gasless), {
    fails: true,
    label: 'gasless transfer replayed',
  });
  stage.block();

  stage.call(issuer, dollar, 'blacklist', [mallory.address], { label: 'dollar blacklisting' });
  stage.call(issuer, dollar, 'blacklist', [stage.actor('ivan').address]);
  stage.block();
  stage.call(mallory, dollar, 'transfer', [bob.address, dollars(1)], {
    fails: true,
    label: 'transfer by a blacklisted',
  });
  stage.call(issuer, dollar, 'unBlacklist', [stage.actor('ivan').address], {
    label: 'dollar unblacklisting',
  });
  stage.block();
  stage.call(issuer, dollar, 'pause', [], { label: 'dollar pause' });
  stage.call(alice, dollar, 'transfer', [bob.address, dollars(1)], {
    fails: true,
    label: 'transfer while paused',
  });
  stage.block();
  stage.call(issuer, dollar, 'unpause', [], { label: 'dollar unpause' });
  stage.block();
  tether(stage);
}

const TRANSFER_WITH_AUTHORIZATION = 'transferWithAuthorization';

function tether(stage: Stage): void {
  const [issuer, alice, bob, mallory] = stage.cast('issuer', 'alice', 'bob', 'mallory');
  const token = stage.deploy(issuer, 'tether', ownArtifact('TetherToken'));
  stage.call(issuer, token, 'issue', [dollars(1_000_000)], { label: 'tether issue' });
  stage.block();
  stage.call(issuer, token, 'transfer', [alice.address, dollars(5_000)], { label: 'tether transfer' });
  stage.call(issuer, token, 'transfer', [mallory.address, dollars(700)]);
  stage.block();
  stage.call(issuer, token, 'addBlackList', [mallory.address], { label: 'tether blacklisting' });
  stage.call(alice, token, 'transfer', [bob.address, dollars(20)]);
  stage.block();
  stage.call(issuer, token, 'destroyBlackFunds', [mallory.address], { label: 'tether funds destroyed' });
  stage.call(issuer, token, 'addBlackList', [bob.address]);
  stage.block();
  stage.call(issuer, token, 'removeBlackList', [bob.address], { label: 'tether unblacklisting' });
  stage.call(issuer, token, 'redeem', [dollars(1_000)]);
  stage.block();
}
