import type { Address, Hex } from 'viem';
import { parseSignature } from 'viem';
import type { Actor } from '../stage/actor.js';
import type { Contract, Stage } from '../stage/stage.js';

const NEVER = 2n ** 48n;
const domainOf = (token: Contract) => ({
  name: 'Demo Dollar',
  version: '1',
  chainId: 1,
  verifyingContract: token.address,
});

export interface Permit {
  readonly token: Contract;
  readonly owner: Actor;
  readonly spender: Address;
  readonly value: bigint;
  readonly nonce: bigint;
}

/** Arguments of `permit` (EIP-2612), signed by the owner. */
export async function signedPermit(
  stage: Stage,
  { token, owner, spender, value, nonce }: Permit,
): Promise<unknown[]> {
  const deadline = BigInt(stage.now + 3_600);
  const signature = await owner.account.signTypedData({
    domain: domainOf(token),
    primaryType: 'Permit',
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: { owner: owner.address, spender, value, nonce, deadline },
  });
  const { r, s, yParity } = parseSignature(signature);
  return [owner.address, spender, value, deadline, 27 + yParity, r, s];
}

export interface Authorization {
  readonly token: Contract;
  readonly from: Actor;
  readonly to: Address;
  readonly value: bigint;
  readonly nonce: Hex;
}

/** Arguments of `transferWithAuthorization` (EIP-3009, bytes form), signed by the payer. */
export async function signedAuthorization({
  token,
  from,
  to,
  value,
  nonce,
}: Authorization): Promise<unknown[]> {
  const signature = await from.account.signTypedData({
    domain: domainOf(token),
    primaryType: 'TransferWithAuthorization',
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: { from: from.address, to, value, validAfter: 0n, validBefore: NEVER, nonce },
  });
  return [from.address, to, value, 0n, NEVER, nonce, signature];
}
