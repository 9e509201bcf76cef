import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM, type InterpreterStep } from '@ethereumjs/evm';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import {
  type Account,
  type Address,
  bytesToHex,
  createAccount,
  createAddressFromString,
  createZeroAddress,
  hexToBytes,
} from '@ethereumjs/util';
import type { RecordedContract } from './contracts.js';

const PRECOMPILES = 10n;
const GAS = 30_000_000n;

/** A run read state that was not recorded. */
class Unrecorded extends Error {}

/** The effects of a run in another program. */
export interface RecordedView {
  readonly output: string;
  /** Accounts to which the called contract delegated, and the data that it passed on, in order. */
  readonly delegations: readonly { readonly target: string; readonly data: string }[];
  /** The same of code that ran in the name of the called contract. */
  readonly further: RecordedView['delegations'];
  /** Slots that the called contract itself read. */
  readonly slots: ReadonlySet<string>;
}

/** Recorded accounts. Reads of anything else throw `Unrecorded`. */
class RecordedState extends SimpleStateManager {
  constructor(private readonly contracts: ReadonlyMap<string, RecordedContract>) {
    super();
  }

  override async getAccount(address: Address): Promise<Account | undefined> {
    if (BigInt(address.toString()) <= PRECOMPILES) return super.getAccount(address);
    this.#of(address);
    return (await super.getAccount(address)) ?? createAccount({ nonce: 1n });
  }

  override async getCode(address: Address): Promise<Uint8Array> {
    return BigInt(address.toString()) <= PRECOMPILES ? new Uint8Array() : this.#of(address).code;
  }

  override async getStorage(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    const value = this.#of(address).storage[bytesToHex(slot)];
    if (value === undefined) throw new Unrecorded(`slot ${bytesToHex(slot)} of ${address}`);
    return hexToBytes(value as `0x${string}`);
  }

  #of(address: Address): RecordedContract {
    const found = this.contracts.get(address.toString());
    if (found === undefined) throw new Unrecorded(`account ${address}`);
    return found;
  }
}

/** Runs view calls over recorded contracts by @ethereumjs/evm alone, without code of the service. */
export class RecordedViews {
  private constructor(
    private readonly evm: EVM,
    private readonly seen: {
      self: string;
      delegations: { target: string; data: string }[];
      further: { target: string; data: string }[];
      slots: Set<string>;
    },
  ) {}

  static async over(contracts: ReadonlyMap<string, RecordedContract>): Promise<RecordedViews> {
    const evm = await createEVM({
      common: new Common({ chain: Mainnet, hardfork: Hardfork.Cancun }),
      stateManager: new RecordedState(contracts),
    });
    const seen = { self: '', delegations: [], further: [], slots: new Set<string>() };
    const views = new RecordedViews(evm, seen);
    evm.events!.on('step', (step, next) => {
      views.#note(step);
      next?.();
    });
    return views;
  }

  /** @returns undefined if the call fails or reads unrecorded state */
  async call(to: string, data: string): Promise<RecordedView | undefined> {
    this.seen.self = to;
    this.seen.delegations.length = 0;
    this.seen.further.length = 0;
    this.seen.slots.clear();
    await this.evm.journal.checkpoint();
    try {
      const { execResult } = await this.evm.runCall({
        to: createAddressFromString(to),
        data: hexToBytes(data as `0x${string}`),
        ...{ caller: createZeroAddress(), gasLimit: GAS, skipNonceIncrement: true },
      });
      const delegations = [...this.seen.delegations];
      const failed = execResult.exceptionError !== undefined;
      return {
        output: failed ? '' : bytesToHex(execResult.returnValue),
        delegations,
        further: [...this.seen.further],
        slots: new Set(this.seen.slots),
      };
    } catch (error) {
      if (error instanceof Unrecorded) return undefined;
      throw error;
    } finally {
      await this.evm.journal.revert();
      this.evm.journal.cleanJournal();
    }
  }

  #note({ opcode, depth, stack, memory, address }: InterpreterStep): void {
    if (address.toString() !== this.seen.self) return;
    const top = (place: number): bigint => stack.at(-1 - place)!;
    if (opcode.name === 'SLOAD' && depth === 0) this.seen.slots.add(word(top(0)));
    if (opcode.name !== 'DELEGATECALL') return;
    const [from, length] = [Number(top(2)), Number(top(3))];
    const data = new Uint8Array(length);
    data.set(memory.subarray(from, from + length));
    (depth === 0 ? this.seen.delegations : this.seen.further).push({
      target: `0x${word(top(1)).slice(26)}`,
      data: bytesToHex(data),
    });
  }
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
