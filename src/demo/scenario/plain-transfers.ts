import { parseEther } from 'viem';
import type { Stage } from '../stage/stage.js';

/**
 * Ether between accounts in every form of transaction, to the sender itself, of no value, and to an unused
 * address.
 */
export function plainTransfers(stage: Stage): void {
  const [alice, bob, carol, dave] = stage.cast('alice', 'bob', 'carol', 'dave');
  stage.transfer(alice, bob.address, parseEther('1'), { label: 'first transfer' });
  stage.block();

  stage.transfer(alice, carol.address, parseEther('2.5'), { form: 'legacy', label: 'legacy transfer' });
  stage.transfer(bob, carol.address, parseEther('0.000000000000000001'), {
    form: 'eip2930',
    label: 'access list transfer',
    gas: 40_000n,
    accessList: [{ address: carol.address, storageKeys: [`0x${'00'.repeat(32)}`] }],
  });
  stage.transfer(carol, dave.address, parseEther('3'));
  stage.transfer(alice, bob.address, parseEther('0.1'));
  stage.block();

  stage.transfer(dave, dave.address, parseEther('1'), { label: 'transfer to self' });
  stage.transfer(dave, alice.address, 0n, { label: 'transfer of nothing' });
  stage.transfer(bob, '0x000000000000000000000000000000000000dEaD', parseEther('0.5'), {
    label: 'transfer to a dead address',
  });
  stage.block();
  stage.block(); // an empty block
}
