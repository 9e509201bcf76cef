import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { BlockContext } from '../../src/state/execution/run/block-context.js';
import { CALLER } from '../../src/state/execution/run/call-convention.js';
import { LIMITS } from '../../src/state/execution/run/limits.js';
import type { SampleState } from './sample-state.js';

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed where the types would be read
type Edr = any;

/** A call in a trace of revm. */
export interface TracedCall {
  readonly type: string;
  readonly from: string;
  /** `?` for a failed creation. */
  readonly to: string;
}

/** revm's result of a call. */
export interface SecondOpinion {
  readonly outcome: 'returned' | 'reverted' | 'halted' | 'out of gas';
  readonly output: string;
  /** Gas of the call without the intrinsic gas of a transaction; absent if the call halted. */
  readonly gasUsed: number | undefined;
  /** Slots that were read or written, as sorted `address slot`. */
  readonly slots: readonly string[];
  /** The calls in order, without those to precompiles. */
  readonly calls: readonly TracedCall[];
}

interface FlatCall {
  readonly action: { callType?: string; creationMethod?: string; from: string; to?: string };
  readonly error?: string;
  readonly result: { gasUsed: string; output?: string; address?: string } | null;
  readonly type: string;
}

const BLOCKS = 300;
const TRANSACTION_GAS = 21_000;
/** Hardforks before EIP-2028, when a nonzero byte of input cost more. */
export const BEFORE_ISTANBUL = ['byzantium', 'petersburg'];

/** The second EVM, if it is installed: `npm install --ignore-scripts` in this folder, with Node.js 22. */
export function loadEdr(): Edr | undefined {
  try {
    return createRequire(resolve('test/second-opinion/package.json'))('@nomicfoundation/edr');
  } catch {
    return undefined;
  }
}

/** revm on the accounts of a state, through EDR's development node. */
export class SecondEvm {
  private constructor(
    private readonly provider: Edr,
    readonly block: BlockContext,
    private readonly byteGas: number,
  ) {}

  /** @param hardfork by its name in EDR */
  static async over(edr: Edr, state: SampleState, hardfork = 'osaka'): Promise<SecondEvm> {
    context ??= await openContext(edr);
    const genesisState = [CALLER, ...state.addresses].map((address) => ({
      address: fromHex(address),
      balance: state.account(address)!.balance,
      nonce: state.account(address)!.nonce,
      code: state.code(address),
    }));
    const provider = await context.createProvider(
      edr.L1_CHAIN_TYPE,
      {
        ...providerConfig(edr),
        genesisState,
        hardfork: edr.l1HardforkToString(edr.l1HardforkFromString(hardfork)),
      },
      { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
      { subscriptionCallback: () => {} },
      new edr.ContractDecoder(),
    );
    await ask(provider, 'hardhat_mine', `0x${BLOCKS.toString(16)}`);
    const byteGas = BEFORE_ISTANBUL.includes(hardfork) ? 68 : 16;
    return new SecondEvm(provider, await latestBlock(provider), byteGas);
  }

  /** Adds the slots that were read from the state. */
  async load(state: SampleState): Promise<void> {
    for (const [address, slots] of state.asked) {
      for (const [slot, value] of slots) {
        if (value === 0n) continue;
        await ask(this.provider, 'hardhat_setStorageAt', address, quantity(slot), word(value));
      }
    }
  }

  async view(to: Address, data: Buffer): Promise<SecondOpinion> {
    const gas = LIMITS.gas + TRANSACTION_GAS + this.#inputGas(data);
    const call = {
      from: CALLER,
      to,
      data: `0x${data.toString('hex')}`,
      gas: quantity(BigInt(gas)),
      gasPrice: '0x0',
    };
    const [root, ...inner] = await this.#trace<FlatCall[]>(call, 'flatCallTracer');
    const touched = await this.#trace<Record<string, { storage?: Record<string, string> }>>(
      call,
      'prestateTracer',
    );
    return {
      outcome: outcomeOf(root!),
      output: root!.result?.output ?? '0x',
      gasUsed: root!.result === null ? undefined : Number(root!.result.gasUsed),
      slots: Object.entries(touched)
        .flatMap(([address, { storage }]) => Object.keys(storage ?? {}).map((slot) => `${address} ${slot}`))
        .sort(),
      calls: inner.filter(isCall).map(callOf),
    };
  }

  #inputGas(data: Buffer): number {
    return data.reduce((sum, byte) => sum + (byte === 0 ? 4 : this.byteGas), 0);
  }

  #trace<Result>(call: object, tracer: string): Promise<Result> {
    return ask(this.provider, 'debug_traceCall', call, 'latest', { tracer });
  }
}

/** One context for each process. */
let context: Edr;

async function openContext(edr: Edr): Promise<Edr> {
  const opened = new edr.EdrContext();
  await opened.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  return opened;
}

function providerConfig(edr: Edr) {
  return {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: true,
    bailOnCallFailure: false,
    bailOnTransactionFailure: false,
    chainId: 1n,
    coinbase: Buffer.alloc(20, 0xc0),
    defaultTransactionGasLimit: 16_000_000n,
    initialBaseFeePerGas: 7n,
    initialParentBeaconBlockRoot: Buffer.alloc(32),
    minGasPrice: 0n,
    mining: { autoMine: true, memPool: { order: edr.MineOrdering.Priority } },
    network: { genesisBlockGasLimit: 60_000_000n, genesisBlockTime: 1_780_000_000n },
    networkId: 1n,
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
}

async function ask<Result>(provider: Edr, method: string, ...params: unknown[]): Promise<Result> {
  const response = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const answer = typeof response.data === 'string' ? JSON.parse(response.data) : response.data;
  if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error).slice(0, 300)}`);
  return answer.result;
}

async function latestBlock(provider: Edr): Promise<BlockContext> {
  const block = await ask<Record<string, string>>(provider, 'eth_getBlockByNumber', 'latest', false);
  const number = Number(block.number);
  const hashes = new Map<number, Buffer>();
  for (let past = Math.max(0, number - 256); past < number; past++) {
    const { hash } = await ask<{ hash: string }>(
      provider,
      'eth_getBlockByNumber',
      quantity(BigInt(past)),
      false,
    );
    hashes.set(past, fromHex(hash));
  }
  return {
    number,
    timestamp: Number(block.timestamp),
    beneficiary: block.miner as Address,
    prevRandao: BigInt((block.difficulty === '0x0' ? block.mixHash : block.difficulty)!),
    gasLimit: Number(block.gasLimit),
    // In development nodes, a call with gas price 0 sees no base fee.
    baseFeePerGas: 0n,
    blobBaseFee: 1n,
    hashOf: (past) => hashes.get(past),
  };
}

function outcomeOf({ error }: FlatCall): SecondOpinion['outcome'] {
  if (error === undefined) return 'returned';
  if (error === 'Reverted') return 'reverted';
  return error === 'Out of gas' ? 'out of gas' : 'halted';
}

function callOf({ action, result, type }: FlatCall): TracedCall {
  return type === 'create'
    ? { type: action.creationMethod ?? 'create', from: action.from, to: result?.address ?? '?' }
    : { type: action.callType!, from: action.from, to: action.to! };
}

/** Whether a trace entry is a call or creation, but neither a self-destruct nor a call of a precompile. */
function isCall({ action, type }: FlatCall): boolean {
  return type !== 'suicide' && !isPrecompile(action.to);
}

function isPrecompile(address: string | undefined): boolean {
  return address !== undefined && BigInt(address) <= 0x100n && BigInt(address) > 0n;
}

const quantity = (value: bigint) => `0x${value.toString(16)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
