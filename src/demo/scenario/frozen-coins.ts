import { parseEther } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** Coins whose issuers freeze addresses: two of the registry, and one of the same code that no registry names. */
export function frozenCoins(stage: Stage): void {
  const [issuer, mallory, dave, erin] = stage.cast('issuer', 'mallory', 'dave', 'erin');
  const coin = (name: string, symbol: string) =>
    stage.deploy(issuer, name, ownArtifact('IssuedCoin'), [name, symbol]);
  const first = coin('first coin', 'dPAY');
  const second = coin('second coin', 'dTRUE');
  const unlisted = coin('unlisted coin', 'dPAY');
  stage.block();
  for (const one of [first, second, unlisted]) {
    stage.call(issuer, one, 'mint', [mallory.address, parseEther('10')]);
    stage.call(issuer, one, 'mint', [dave.address, parseEther('10')]);
  }
  stage.block();
  stage.call(issuer, first, 'freezeAsBefore', [mallory.address], { label: 'coin frozen' });
  stage.call(issuer, first, 'freeze', [dave.address]);
  stage.call(issuer, unlisted, 'freeze', [erin.address]);
  stage.block();
  stage.call(issuer, second, 'setBlacklisted', [mallory.address, true]);
  stage.call(issuer, second, 'setBlacklisted', [dave.address, true]);
  stage.call(mallory, first, 'transfer', [dave.address, 1n], {
    fails: true,
    label: 'transfer of a frozen coin',
  });
  stage.block();
  stage.call(issuer, first, 'unfreeze', [dave.address], { label: 'coin unfrozen' });
  stage.call(issuer, second, 'setBlacklisted', [dave.address, false]);
  stage.block();
}
