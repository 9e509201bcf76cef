import { encodeFunctionData, zeroAddress } from 'viem';
import type { Stage } from '../stage/stage.js';
import { safeContract } from './packages.js';
import { signedSafeTransaction } from './safe-signature.js';
import { safeAddress } from './safes.js';

/** A safe of one owner, with a guard that refuses transactions that strangers send. */
export async function guardedSafe(stage: Stage): Promise<void> {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const [singleton, factory] = [stage.contract('safe singleton'), stage.contract('safe proxy factory')];
  const guard = stage.deploy(deployer, 'safe guard', safeContract('examples/guards/OnlyOwnersGuard'));
  const setup = encodeFunctionData({
    abi: singleton.abi,
    functionName: 'setup',
    args: [[alice.address], 1n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
  });
  stage.call(alice, factory, 'createProxyWithNonce', [singleton.address, setup, 2n]);
  const address = safeAddress(factory.address, singleton.address, setup, 2n);
  const safe = stage.know('guarded safe', address, singleton.abi);
  stage.block();
  const data = encodeFunctionData({
    abi: safe.abi,
    functionName: 'setGuard',
    args: [guard.address],
  });
  const transaction = { safe, signers: [alice], to: safe.address, value: 0n, data, nonce: 0n };
  stage.call(alice, safe, 'execTransaction', await signedSafeTransaction(transaction), {
    label: 'safe guard set',
  });
  stage.block();
}
