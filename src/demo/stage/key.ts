import { type Hex, keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** The private key of a named actor: the same seed and name give the same one on every machine. */
export function keyOf(seed: string, name: string): Hex {
  return keccak256(toHex(`demo-chain/${seed}/${name}`));
}

/** The account of a named actor. */
export function accountOf(seed: string, name: string): PrivateKeyAccount {
  return privateKeyToAccount(keyOf(seed, name));
}
