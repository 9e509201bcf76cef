import {
  type Abi,
  encodeDeployData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseGwei,
  type SignedAuthorization,
  type TransactionSerializable,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import type { Artifact } from '../../src/demo/stage/artifact.js';

export interface Call {
  readonly to?: string;
  readonly data: Hex;
  /** Wei. */
  readonly value?: bigint;
  /** EIP-7702. */
  readonly authorizations?: readonly SignedAuthorization[];
}

/** Two blocks of one second would be no chain. */
const SLOT_SECONDS = 12;
const FEES = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: 1n };

/** Blocks of many transactions of one sender, added to an anvil; a transaction may fail. */
export class DeceivingChain {
  readonly #client: RpcClient;
  #nonce = 0;

  constructor(
    url: string,
    private readonly sender: PrivateKeyAccount,
  ) {
    this.#client = new RpcClient(url);
  }

  async open(): Promise<void> {
    this.#nonce = Number(
      await this.#client.call<Hex>('eth_getTransactionCount', this.sender.address, 'latest'),
    );
  }

  /** @returns the number of the block */
  async block(calls: readonly Call[], gas = 600_000n): Promise<number> {
    const signed = await Promise.all(
      calls.map(({ to, data, value = 0n, authorizations }, at) => {
        const common = { chainId: 1, nonce: this.#nonce + at, gas, data, value, ...FEES };
        return this.sender.signTransaction({
          ...common,
          ...(to !== undefined && { to: to as Hex }),
          ...(authorizations ? { type: 'eip7702', authorizationList: authorizations } : { type: 'eip1559' }),
        } as TransactionSerializable);
      }),
    );
    this.#nonce += calls.length;
    await this.#client.batch(signed.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] })));
    await this.#client.call('evm_increaseTime', SLOT_SECONDS);
    await this.#client.call('evm_mine');
    return this.height();
  }

  /** Deploys in one block. @returns where, lower case */
  deploy(contracts: readonly { artifact: Artifact; args: readonly unknown[] }[]): Promise<Hex[]> {
    return this.create(
      contracts.map(({ artifact: { abi, bytecode }, args }) =>
        encodeDeployData({ abi: abi as Abi, bytecode, args }),
      ),
    );
  }

  /** The same of creation codes. */
  async create(codes: readonly Hex[], gas = 3_000_000n): Promise<Hex[]> {
    const places = codes.map(
      (_, at) =>
        getContractAddress({
          from: this.sender.address,
          nonce: BigInt(this.#nonce + at),
        }).toLowerCase() as Hex,
    );
    await this.block(
      codes.map((data) => ({ data })),
      gas,
    );
    const stored = await this.#client.batch(
      places.map((place) => ({ method: 'eth_getCode', params: [place, 'latest'] })),
    );
    if (stored.includes('0x')) throw new Error(`contract ${stored.indexOf('0x')} was not deployed`);
    return places;
  }

  async slot(address: string, slot: bigint): Promise<Hex> {
    return this.#client.call('eth_getStorageAt', address, numberToHex(slot), 'latest');
  }

  async height(): Promise<number> {
    return Number(await this.#client.call<Hex>('eth_blockNumber'));
  }

  async mark(): Promise<string> {
    return this.#client.call('evm_snapshot');
  }

  async nonceOf(address: string): Promise<number> {
    return Number(await this.#client.call<Hex>('eth_getTransactionCount', address, 'latest'));
  }

  async goBack(mark: string): Promise<void> {
    await this.#client.call('evm_revert', mark);
    await this.open();
  }
}
