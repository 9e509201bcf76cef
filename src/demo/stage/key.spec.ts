import { expect, it } from '@jest/globals';
import type { TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { accountOf, keyOf } from './key.js';
import { nativeSignature } from './native-signature.js';

it('signs transactions of every form as viem does', async () => {
  for (let nonce = 0; nonce < 50; nonce++) {
    const name = `actor-${nonce}`;
    const [ours, viems] = [accountOf('a seed', name), privateKeyToAccount(keyOf('a seed', name))];
    expect(ours.address).toBe(viems.address);
    const body = { chainId: 1, nonce, to: ours.address, value: BigInt(nonce), gas: 21_000n } as const;
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const;
    const authorization = await viems.signAuthorization({ contractAddress: ours.address, nonce, chainId: 1 });
    const transactions: TransactionSerializable[] = [
      { ...body, type: 'legacy', gasPrice: 3n },
      { ...body, type: 'eip2930', gasPrice: 3n, accessList: [{ address: ours.address, storageKeys: [] }] },
      { ...body, ...fees, type: 'eip1559' },
      { ...body, ...fees, type: 'eip7702', authorizationList: [authorization] },
    ];
    for (const transaction of transactions)
      expect(await ours.signTransaction(transaction)).toBe(await viems.signTransaction(transaction));
  }
});

it('signs natively where a prebuilt library is', () => {
  const supported = process.platform === 'linux' && process.arch === 'x64';
  const signature = nativeSignature(keyOf('a', 'hash'), keyOf('a', 'key'));
  if (supported) expect(signature).toBeDefined();
});
