import type { FacilitatorEvmSigner } from '@x402/evm';
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { NodeUnreachable } from '../../node/rpc/node-errors.js';
import type { PaymentNode } from './payment-node.js';

/**
 * The read-only client of the official scheme. The scheme takes a silent node for an invalid payment, so this
 * records whether a node was silent.
 */
export class ReadingSigner implements FacilitatorEvmSigner {
  #silence: NodeUnreachable | undefined;

  constructor(
    private readonly node: PaymentNode,
    private readonly address: Address,
  ) {}

  /** @throws NodeUnreachable when any request of this signer got no answer */
  refuseSilence(): void {
    if (this.#silence) throw this.#silence;
  }

  getAddresses(): readonly Address[] {
    return [this.address];
  }

  async readContract({
    address,
    abi,
    functionName,
    args = [],
  }: Parameters<FacilitatorEvmSigner['readContract']>[0]): Promise<unknown> {
    const call = { abi: abi as Abi, functionName, args };
    const data = await this.#ask<Hex>(
      'eth_call',
      { from: this.address, to: address, data: encodeFunctionData(call) },
      'latest',
    );
    return decodeFunctionResult({ ...call, data });
  }

  async getCode({ address }: { readonly address: Address }): Promise<Hex> {
    return this.#ask('eth_getCode', address, 'latest');
  }

  verifyTypedData(): never {
    return onlyReads();
  }

  writeContract(): never {
    return onlyReads();
  }

  sendTransaction(): never {
    return onlyReads();
  }

  waitForTransactionReceipt(): never {
    return onlyReads();
  }

  async #ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    try {
      return await this.node.ask<T>(method, ...params);
    } catch (error) {
      if (error instanceof NodeUnreachable) this.#silence = error;
      throw error;
    }
  }
}

function onlyReads(): never {
  throw new Error('payments are sent elsewhere: here they are only checked');
}
