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
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import type { Artifact } from '../../src/demo/stage/artifact.js';
import { accountOf } from '../../src/demo/stage/key.js';

export interface Call {
  readonly to?: string;
  readonly data: Hex;
  /** In wei. */
  readonly value?: bigint;
  /** EIP-7702. */
  readonly authorizations?: readonly SignedAuthorization[];
}

/** A whole slot, since blocks need increasing timestamps. */
const SLOT_SECONDS = 12;
const FEES = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: 1n };

/** Adds blocks with many transactions of one sender to an anvil: alice of the demo, unless another is given. A transaction may fail. */
export class DeceivingChain {
  readonly #client: RpcClient;
  /** Undefined until it is read from the node. */
  #nonce: number | undefined;

  constructor(
    url: string,
    readonly sender: PrivateKeyAccount = accountOf(DEFAULT_SEED, 'alice'),
  ) {
    this.#client = new RpcClient(url);
  }

  /** Mines one block with these calls. @returns its number */
  async block(calls: readonly Call[], gas = 600_000n): Promise<number> {
    const first = await this.#nextNonce();
    const signed = await Promise.all(
      calls.map(({ to, data, value = 0n, authorizations }, at) => {
        const common = { chainId: 1, nonce: first + at, gas, data, value, ...FEES };
        return this.sender.signTransaction({
          ...common,
          ...(to !== undefined && { to: to as Hex }),
          ...(authorizations ? { type: 'eip7702', authorizationList: authorizations } : { type: 'eip1559' }),
        } as TransactionSerializable);
      }),
    );
    this.#nonce = first + calls.length;
    await this.#client.batch(signed.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] })));
    await this.#client.call('evm_increaseTime', SLOT_SECONDS);
    await this.#client.call('evm_mine');
    return this.height();
  }

  /** Deploys contracts in one block. @returns their addresses in lower case. @throws Error if one has no code afterwards */
  deploy(contracts: readonly { artifact: Artifact; args: readonly unknown[] }[]): Promise<Hex[]> {
    return this.create(
      contracts.map(({ artifact: { abi, bytecode }, args }) =>
        encodeDeployData({ abi: abi as Abi, bytecode, args }),
      ),
    );
  }

  /** Runs creation codes in one block. @returns the addresses in lower case. @throws Error if one has no code afterwards */
  async create(codes: readonly Hex[], gas = 3_000_000n): Promise<Hex[]> {
    const first = await this.#nextNonce();
    const places = codes.map(
      (_, at) =>
        getContractAddress({
          from: this.sender.address,
          nonce: BigInt(first + at),
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
    this.#nonce = undefined;
  }

  async #nextNonce(): Promise<number> {
    this.#nonce ??= await this.nonceOf(this.sender.address);
    return this.#nonce;
  }
}
