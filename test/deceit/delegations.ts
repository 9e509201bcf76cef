import { concatHex, type Hex, type SignedAuthorization } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DeceivingChain } from './deceiving-chain.js';

/** Delegations of accounts with a key (EIP-7702), in transactions that the sender of the chain sends. */
export class Delegations {
  constructor(private readonly chain: DeceivingChain) {}

  /** @param nonce the account's next one by default */
  async signed(
    account: PrivateKeyAccount,
    contractAddress: Hex,
    nonce?: number,
    chainId = 1,
  ): Promise<SignedAuthorization> {
    const next = nonce ?? (await this.chain.nonceOf(account.address));
    return (await account.signAuthorization({
      contractAddress,
      chainId,
      nonce: next,
    })) as SignedAuthorization;
  }

  /** Mines a block with one transaction that has all of them. @returns its number */
  delegate(...authorizations: readonly SignedAuthorization[]): Promise<number> {
    return this.chain.block([{ to: this.chain.sender.address, data: '0x', authorizations }]);
  }
}

/** Creation code of a minimal clone (EIP-1167). */
export function cloneOf(target: Hex): Hex {
  return concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    target,
    '0x5af43d82803e903d91602b57fd5bf3',
  ]);
}
