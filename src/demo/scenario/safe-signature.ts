import { type Address, concat, type Hex, zeroAddress } from 'viem';
import type { Actor } from '../stage/actor.js';
import type { Contract } from '../stage/stage.js';

const TYPES = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const;

export interface SafeTransaction {
  readonly safe: Contract;
  readonly signers: readonly Actor[];
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  readonly nonce: bigint;
}

/** Arguments of `execTransaction`. Signatures are in the order that a safe requires: ascending by address. */
export async function signedSafeTransaction({
  safe,
  signers,
  to,
  value,
  data,
  nonce,
}: SafeTransaction): Promise<unknown[]> {
  const none = {
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
  };
  const sorted = [...signers].sort((one, other) => (BigInt(one.address) < BigInt(other.address) ? -1 : 1));
  const signatures: Hex[] = [];
  for (const { account } of sorted) {
    signatures.push(
      await account.signTypedData({
        domain: { chainId: 1, verifyingContract: safe.address },
        primaryType: 'SafeTx',
        types: TYPES,
        message: { to, value, data, nonce, ...none },
      }),
    );
  }
  return [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, concat(signatures)];
}
