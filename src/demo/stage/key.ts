import { keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** The account of a named actor: the same seed and name give the same key on every machine. */
export function accountOf(seed: string, name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`demo-chain/${seed}/${name}`)));
}
