import type { ListedAccount, ListedChange } from '../../domain/chain/codec/access-list.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import type { RunFootprint } from '../execution/run/view-result.js';

interface Listed extends Pick<ListedAccount, 'balances' | 'nonces' | 'codes'> {
  readonly slots: ReadonlyMap<bigint, readonly ListedChange<Buffer>[]>;
}

const NO_CODE_HASH = keccak256(new Uint8Array(0));

/** The states within a block by its access list (EIP-7928). It is indexed once, however many transactions are executed over it. */
export class ListedStates {
  readonly #accounts = new Map<Address, Listed>();

  constructor(list: readonly ListedAccount[]) {
    for (const { address, storage, balances, nonces, codes } of list) {
      const slots = new Map(storage.map(({ slot, changes }) => [bytesToBigInt(slot), changes]));
      this.#accounts.set(toHex(address), { slots, balances, nonces, codes });
    }
  }

  /** The state before a transaction: index 0 of the list is before the first. */
  before(index: number, below: StateSource): ListedState {
    return new ListedState(this.#accounts, index, below);
  }
}

/** The state before one transaction. What is unknown of an account below stays unknown. */
class ListedState implements StateSource {
  constructor(
    private readonly accounts: ReadonlyMap<Address, Listed>,
    private readonly index: number,
    private readonly below: StateSource,
  ) {}

  account(address: Address): AccountState | undefined | Unknown {
    const below = this.below.account(address);
    const listed = this.accounts.get(address);
    if (below === UNKNOWN || listed === undefined) return below;
    const before = below as AccountState | undefined;
    const balance = this.#last(listed.balances) ?? before?.balance ?? 0n;
    const nonce = BigInt(this.#last(listed.nonces) ?? before?.nonce ?? 0n);
    const code = this.#last(listed.codes);
    const codeHash = code === undefined ? (before?.codeHash ?? NO_CODE_HASH) : keccak256(code);
    const isEmpty = balance === 0n && nonce === 0n && Buffer.compare(codeHash, NO_CODE_HASH) === 0;
    return isEmpty ? undefined : { balance, nonce, codeHash };
  }

  code(address: Address): Uint8Array | Unknown {
    return this.#last(this.accounts.get(address)?.codes) ?? this.below.code(address);
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const word = this.#last(this.accounts.get(address)?.slots.get(slot));
    return word === undefined ? this.below.slot(address, slot) : bytesToBigInt(word);
  }

  /** The part of a run's footprint that comes from the state below. */
  readBelow(footprint: RunFootprint): RunFootprint {
    return {
      ...footprint,
      codes: footprint.codes.filter((address) => this.#last(this.accounts.get(address)?.codes) === undefined),
      reads: footprint.reads.filter(
        ({ address, slot }) => this.#last(this.accounts.get(address)?.slots.get(slot)) === undefined,
      ),
    };
  }

  #last<Value>(changes: readonly ListedChange<Value>[] | undefined): Value | undefined {
    return changes?.findLast(({ index }) => index <= this.index)?.after;
  }
}
