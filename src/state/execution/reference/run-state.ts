import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { Account, bytesToBigInt, bytesToHex, type Address as EvmAddress } from '@ethereumjs/util';
import type { Address } from '../../../domain/chain/hex.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import type { ChangedState } from '../run/changed-state.js';
import type { Run } from '../run/run.js';
import { UNKNOWN } from '../run/state-source.js';
import { UndoLog } from './undo-log.js';

const EMPTY = new Uint8Array(0);
const ADDRESS_CHARACTERS = 42;

/**
 * What one run of the reference writes, above what its source says. Code and slots are asked of the run, which notes them.
 * Accounts are not noted: the EVM loads caller and callee of every call without need. Opcodes that look at an account say so
 * themselves (`hookOpcodes`), hence an account that the source does not know is an empty one here.
 */
export class RunState implements StateManagerInterface {
  readonly #accounts = new Map<string, Account | undefined>();
  readonly #slots = new Map<string, Uint8Array>();
  readonly #codes = new Map<string, Uint8Array>();
  /** Accounts created by the run. Storage that they had before does not count. */
  readonly #cleared = new Map<string, true>();
  #log = new UndoLog();
  #run: Run | undefined;

  /** Forgets the run before. */
  begin(run: Run): void {
    this.#run = run;
    for (const map of [this.#accounts, this.#slots, this.#codes, this.#cleared]) map.clear();
    this.#log = new UndoLog();
  }

  get run(): Run {
    if (this.#run === undefined) throw new Error('no run has begun');
    return this.#run;
  }

  /** What the run wrote, kept for the runs after it. */
  keepIn(state: ChangedState): void {
    for (const address of this.#cleared.keys()) state.clearStorage(address as Address);
    for (const [place, word] of this.#slots)
      state.setSlot(
        place.slice(0, ADDRESS_CHARACTERS) as Address,
        BigInt(place.slice(ADDRESS_CHARACTERS)),
        bytesToBigInt(word),
      );
    for (const [address, code] of this.#codes) state.setCode(address as Address, code);
    for (const [address, account] of this.#accounts) {
      // The EVM removes empty accounts that it touches, such as a fee recipient without a tip. An unknown account only looks empty here.
      if (account === undefined && this.run.source.account(address as Address) === UNKNOWN) continue;
      if (account === undefined) state.remove(address as Address);
      else {
        state.setBalance(address as Address, account.balance);
        state.setNonce(address as Address, account.nonce);
      }
    }
  }

  /** Values at the beginning of the run. */
  readonly originalStorageCache = {
    get: async (address: EvmAddress, key: Uint8Array) => this.#original(address.toString(), key),
    clear: () => {},
  };

  async getAccount(address: EvmAddress): Promise<Account | undefined> {
    const key = address.toString();
    if (this.#accounts.has(key)) return copyOf(this.#accounts.get(key));
    const account = this.run.source.account(key as Address);
    if (account === UNKNOWN) return new Account();
    return account && new Account(account.nonce, account.balance, undefined, account.codeHash);
  }

  async putAccount(address: EvmAddress, account?: Account): Promise<void> {
    this.#log.set(this.#accounts, address.toString(), copyOf(account));
  }

  async deleteAccount(address: EvmAddress): Promise<void> {
    this.#log.set(this.#accounts, address.toString(), undefined);
  }

  async modifyAccountFields(address: EvmAddress, fields: AccountFields): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account();
    if (fields.nonce !== undefined) account.nonce = fields.nonce;
    if (fields.balance !== undefined) account.balance = fields.balance;
    if (fields.codeHash !== undefined) account.codeHash = fields.codeHash;
    await this.putAccount(address, account);
  }

  async getCode(address: EvmAddress): Promise<Uint8Array> {
    const key = address.toString();
    return this.#codes.get(key) ?? this.run.code(key as Address);
  }

  async getCodeSize(address: EvmAddress): Promise<number> {
    return (await this.getCode(address)).length;
  }

  async putCode(address: EvmAddress, code: Uint8Array): Promise<void> {
    this.#log.set(this.#codes, address.toString(), code);
    await this.modifyAccountFields(address, { codeHash: keccak256(code) });
  }

  async getStorage(address: EvmAddress, key: Uint8Array): Promise<Uint8Array> {
    const account = address.toString();
    return this.#slots.get(account + bytesToHex(key)) ?? this.#original(account, key);
  }

  async putStorage(address: EvmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.#log.set(this.#slots, address.toString() + bytesToHex(key), value);
  }

  async clearStorage(address: EvmAddress): Promise<void> {
    const account = address.toString();
    for (const key of this.#slots.keys()) {
      if (key.startsWith(account)) this.#log.set(this.#slots, key, EMPTY);
    }
    this.#log.set(this.#cleared, account, true);
  }

  async checkpoint(): Promise<void> {
    this.#log.checkpoint();
  }

  async commit(): Promise<void> {
    this.#log.commit();
  }

  async revert(): Promise<void> {
    this.#log.revert();
  }

  #original(account: string, key: Uint8Array): Uint8Array {
    if (this.#cleared.has(account)) return EMPTY;
    const value = this.run.slot(account as Address, bytesToBigInt(key));
    return value === 0n ? EMPTY : bytesOf(value);
  }

  // The EVM itself never asks for what follows.
  async getStateRoot(): Promise<Uint8Array> {
    return EMPTY;
  }
  async setStateRoot(): Promise<void> {}
  async hasStateRoot(): Promise<boolean> {
    return false;
  }
  clearCaches(): void {}
  shallowCopy(): StateManagerInterface {
    return new RunState();
  }
}

function copyOf(account: Account | undefined): Account | undefined {
  return account && new Account(account.nonce, account.balance, account.storageRoot, account.codeHash);
}

function bytesOf(value: bigint): Uint8Array {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}
