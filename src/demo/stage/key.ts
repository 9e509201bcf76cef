import { type Hex, keccak256, serializeTransaction, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { nativeSignature } from './native-signature.js';

/** The private key of a named actor: the same seed and name give the same one on every machine. */
export function keyOf(seed: string, name: string): Hex {
  return keccak256(toHex(`demo-chain/${seed}/${name}`));
}

/** The account of a named actor. */
export function accountOf(seed: string, name: string): PrivateKeyAccount {
  const key = keyOf(seed, name);
  const account = privateKeyToAccount(key);
  // Natively where possible, because a start of the demo chain signs its whole history.
  const signTransaction: PrivateKeyAccount['signTransaction'] = async (transaction, options) => {
    const { serializer = serializeTransaction } = options ?? {};
    const signature = nativeSignature(keccak256(await serializer(transaction)), key);
    return signature === undefined
      ? account.signTransaction(transaction, options)
      : serializer(transaction, signature);
  };
  return { ...account, signTransaction };
}
