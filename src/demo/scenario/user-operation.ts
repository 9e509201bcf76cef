import { type Address, concat, type Hex, pad, toHex } from 'viem';
import type { Actor } from '../stage/actor.js';

const TYPES = {
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
  ],
} as const;

export interface UserOperation {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly callData: Hex;
  readonly initCode?: Hex;
  readonly paymasterAndData?: Hex;
}

/** A packed user operation of EntryPoint 0.8, signed by the owner of the account as typed data (EIP-712). */
export async function signedUserOperation(
  entryPoint: Address,
  owner: Actor,
  operation: UserOperation,
): Promise<object> {
  const message = {
    initCode: '0x' as Hex,
    paymasterAndData: '0x' as Hex,
    ...operation,
    accountGasLimits: twoWords(700_000n, 200_000n),
    preVerificationGas: 60_000n,
    gasFees: twoWords(1_000_000_000n, 50_000_000_000n),
  };
  const signature = await owner.account.signTypedData({
    domain: { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: entryPoint },
    primaryType: 'PackedUserOperation',
    types: TYPES,
    message,
  });
  return { ...message, signature };
}

function twoWords(high: bigint, low: bigint): Hex {
  return concat([pad(toHex(high), { size: 16 }), pad(toHex(low), { size: 16 })]);
}
