import { toHex } from '../../domain/chain/codec/hex.js';
import { daoTransfer } from '../../domain/chain/protocol/dao-transfer.js';
import { nativeCredits } from '../../domain/chain/protocol/native-credits.js';
import type { Header, StateChange, Transaction, VerifiedBlock } from '../../domain/chain/record/block.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';
import { isForMainnet } from '../../domain/chain/record/settle-delegations.js';
import { storageClearing } from '../../domain/chain/record/storage-clearing.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import type { StateRead } from '../../domain/event/state-read.js';
import { BlockRefused } from './finding/block-refused.js';

/** State of an account before the sequence, as one of its blocks implies it. */
export interface FoundAccount {
  readonly header: Header;
  readonly address: Buffer;
  /**
   * At the end of the block before the sequence; absent where it is not known, or only the protocol changed
   * the balance.
   */
  readonly wei?: bigint;
  readonly nonce?: number;
  /** A nonce that the account did not have: an authorization by it would have taken effect. */
  readonly otherThan?: bigint;
}

/** State of a slot before the sequence, as one of its blocks implies it. */
export interface FoundSlot {
  readonly header: Header;
  readonly address: Buffer;
  readonly slot: Buffer;
  readonly value: Buffer;
}

/** State that a block found, and that is not what earlier blocks left. */
export interface Contradiction {
  /** Header of the block that found it. */
  readonly header: Header;
  readonly address: Buffer;
  readonly read: StateRead;
  /**
   * The value at the end of block `at` that the block found implies; absent where it implies any but
   * `expected`, which earlier blocks left.
   */
  readonly stated?: bigint;
  readonly expected: bigint;
  readonly at: number;
  readonly refusal: BlockRefused;
}

interface AccountNow {
  readonly address: Buffer;
  wei?: bigint;
  nonce?: number;
  /** Wei that the protocol paid while the balance was not known. */
  credited: bigint;
  /**
   * Whether the DAO transfer changed the balance, which then tells nothing about the one before the sequence.
   */
  isMoved: boolean;
  slots?: Map<string, Buffer>;
  /** Whether the account was destroyed or created: its other slots are zero. */
  isFresh: boolean;
}

const ZERO = Buffer.alloc(32);

/**
 * State across consecutive blocks. The prior state of each transaction is compared with the state that
 * transactions and the protocol left before: rewards, withdrawals, the DAO transfer. Changes that only an
 * access list shows have no prior state to compare. Slots of contracts that the protocol itself calls are
 * compared within a block only.
 */
export class StateSequence {
  /** In the order they were found. */
  readonly foundAccounts: FoundAccount[] = [];
  readonly foundSlots: FoundSlot[] = [];
  #accounts = new Map<string, AccountNow>();
  #systems: readonly Buffer[] = [];
  #isWeiLost = false;
  #isLost = false;

  /**
   * @param systemContracts contracts that the protocol calls in blocks of a Unix time
   * @param onContradiction by default throws the refusal
   */
  constructor(
    private readonly systemContracts: (timestamp: number) => readonly Buffer[],
    private readonly onContradiction: (found: Contradiction) => void = ({ refusal }) => {
      throw refusal;
    },
  ) {}

  /** @throws BlockRefused naming account and field, when a block found other state than was left */
  follow(block: VerifiedBlock): void {
    const { header, transactions, stateChanges, ommers, allocation = [] } = block;
    this.#systems = this.systemContracts(header.timestamp);
    this.#moveDao(header);
    for (const change of allocation) this.#follow(header, ALLOCATED, change);
    stateChanges?.forEach((changes, transactionIndex) => {
      this.#followUnused(header, transactions[transactionIndex]!, changes);
      for (const change of changes) this.#follow(header, transactionIndex, change);
    });
    for (const { address, wei } of nativeCredits(block)) {
      const account = this.#account(address);
      if (account.wei === undefined) account.credited += wei;
      else account.wei += wei;
    }
    for (const address of this.#systems) {
      const account = this.#account(address);
      account.slots = new Map();
      account.isFresh = false;
    }
    if (ommers === undefined) this.#loseWei();
    if (stateChanges === undefined) this.#lose();
  }

  #follow(header: Header, transactionIndex: number, change: StateChange): void {
    const { address, balance, nonce, storage } = change;
    const account = this.#account(address);
    if (balance) {
      const { before } = balance;
      if (before !== undefined && account.wei === undefined) this.#findWei(header, account, before);
      else if (before !== undefined && account.wei !== before)
        this.#contradict(header, transactionIndex, address, { kind: 'balance' }, before, account.wei!);
      account.wei = balance.after;
    }
    if (nonce) {
      const { before } = nonce;
      if (before !== undefined && account.nonce === undefined) {
        if (!this.#isLost) this.foundAccounts.push({ header, address, nonce: before });
      } else if (before !== undefined && account.nonce !== before)
        this.#contradict(
          header,
          transactionIndex,
          address,
          { kind: 'nonce' },
          BigInt(before),
          BigInt(account.nonce!),
        );
      account.nonce = nonce.after;
    }
    const clearing = storageClearing(change);
    if (clearing === 'created') startAnew(account);
    if (storage.length > 0) this.#followSlots(header, transactionIndex, account, storage);
    if (clearing === 'destroyed') startAnew(account);
  }

  /**
   * An authorization with the current nonce of its account takes effect even if its transaction fails, and
   * uses the nonce (EIP-7702). So if the nonce does not rise, the account had another one. Contracts have no
   * keys.
   */
  #followUnused(
    header: Header,
    { authorizationList = [], from }: Transaction,
    changes: readonly StateChange[],
  ): void {
    for (const authorization of authorizationList) {
      const { authority, nonce } = authorization;
      if (authority === undefined || !isForMainnet(authorization) || sameAddress(authority, from)) continue;
      if (changes.some((change) => change.nonce && sameAddress(change.address, authority))) continue;
      const account = this.#account(authority);
      if (account.nonce === undefined) {
        if (!this.#isLost) this.foundAccounts.push({ header, address: authority, otherThan: nonce });
      } else if (BigInt(account.nonce) === nonce)
        this.onContradiction(hiddenAuthorization(header, authority, nonce, header.number - 1));
    }
  }

  #findWei(header: Header, { address, credited, isMoved }: AccountNow, before: bigint): void {
    if (this.#isWeiLost || isMoved) return;
    this.foundAccounts.push({ header, address, wei: before - credited });
  }

  #followSlots(
    header: Header,
    transactionIndex: number,
    account: AccountNow,
    storage: StateChange['storage'],
  ): void {
    const { address } = account;
    account.slots ??= new Map();
    const { slots } = account;
    for (const { slot, before, after } of storage) {
      const key = slot.toString('latin1');
      const last = slots.get(key) ?? (account.isFresh ? ZERO : undefined);
      if (before !== undefined && last === undefined) {
        if (!this.#isLost && !this.#systems.some((one) => one.equals(address)))
          this.foundSlots.push({ header, address, slot, value: before });
      } else if (before !== undefined && !last!.equals(before))
        this.#contradict(
          header,
          transactionIndex,
          address,
          { kind: 'slot', slot: toHex(slot) },
          bytesToBigInt(before),
          bytesToBigInt(last!),
        );
      slots.set(key, after);
    }
  }

  #contradict(
    header: Header,
    transactionIndex: number,
    address: Buffer,
    read: StateRead,
    stated: bigint,
    expected: bigint,
  ): void {
    const details = { transactionIndex, ...describeContradiction(address, read, stated, expected) };
    const refusal = new BlockRefused('state_changes', header.number, details);
    this.onContradiction({ header, address, read, stated, expected, at: header.number - 1, refusal });
  }

  #moveDao(header: Header): void {
    const move = daoTransfer(header);
    if (!move) return;
    for (const address of move.from) this.#account(address).wei = 0n;
    const receiver = this.#account(move.to);
    receiver.isMoved = true;
    delete receiver.wei;
  }

  #loseWei(): void {
    this.#isWeiLost = true;
    for (const account of this.#accounts.values()) delete account.wei;
  }

  #lose(): void {
    this.#isLost = true;
    this.#isWeiLost = true;
    this.#accounts = new Map();
  }

  #account(address: Buffer): AccountNow {
    const key = address.toString('latin1');
    let account = this.#accounts.get(key);
    if (!account) {
      account = { address, credited: 0n, isMoved: false, isFresh: false };
      this.#accounts.set(key, account);
    }
    return account;
  }
}

function startAnew(account: AccountNow): void {
  account.slots = new Map();
  account.isFresh = true;
}

/** Index used in place of a transaction's for a genesis allocation. */
const ALLOCATED = -1;

/** The details of a refusal. */
export function describeContradiction(
  address: Buffer,
  read: StateRead,
  stated: bigint,
  expected: bigint,
): Record<'account' | 'field' | 'stated' | 'expected', string> {
  const text = (value: bigint): string =>
    read.kind === 'slot' ? `0x${value.toString(16).padStart(64, '0')}` : String(value);
  const field = read.kind === 'slot' ? `storage ${read.slot}` : read.kind;
  return {
    account: toHex(address),
    field: `${field} before`,
    stated: text(stated),
    expected: text(expected),
  };
}

/** @param nonce of the authorization, and of the account at the end of block `at` */
export function hiddenAuthorization(
  header: Header,
  address: Buffer,
  nonce: bigint,
  at: number,
): Contradiction {
  const refusal = new BlockRefused('state_changes', header.number, {
    ...{ account: toHex(address), field: 'nonce', stated: 'unchanged', expected: String(nonce + 1n) },
    problem: 'stays, though an authorization uses it',
  });
  return { header, address, read: { kind: 'nonce' }, expected: nonce, at, refusal };
}
