import { createdAddress } from '../../../domain/chain/codec/created-address.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Header, StateChange, Transaction } from '../../../domain/chain/record/block.js';
import { sameAddress } from '../../../domain/chain/record/same-address.js';
import { delegationOf } from '../../../domain/chain/record/settle-delegations.js';
import { BlockRefused } from '../finding/block-refused.js';
import { type FrameEffects, keyOf } from './frame-effects.js';
import type { TransactionFees } from './transaction-fees.js';

const NO_CREATIONS = { least: 0, most: 0 };
const NOTHING = Buffer.alloc(32);

/** What a transaction must have done, by its frames and the rules of its fork. */
export interface Due {
  readonly transaction: Transaction;
  readonly transactionIndex: number;
  readonly header: Header;
  /** With the flows of fees. */
  readonly effects: FrameEffects;
  readonly fees: TransactionFees;
  /** Of a new contract. */
  readonly firstNonce: number;
  readonly paysForCode: boolean;
}

/** Compares the state changes of one transaction with what is due. */
export class DueChanges {
  readonly #byKey: ReadonlyMap<string, StateChange>;

  constructor(
    private readonly due: Due,
    changes: readonly StateChange[],
  ) {
    this.#byKey = new Map(changes.map((change) => [keyOf(change.address), change]));
  }

  /** @throws BlockRefused naming account and field */
  require(): void {
    const { transaction, effects, fees } = this.due;
    for (const [key, change] of this.#byKey) {
      // Without the blob price, what the sender pays is not known.
      if (fees.paid !== undefined || !sameAddress(change.address, transaction.from))
        this.#requireBalance(key, change);
      this.#requireNonce(key, change);
      this.#requireCode(key, change);
      this.#requireStorage(key, change);
    }
    this.#requireAll();
    for (const { creator, to, least, most } of effects.numbered)
      this.#requireAddress(creator, to, least, most);
  }

  #requireBalance(key: string, { address, balance }: StateChange): void {
    const due = this.due.effects.flows.get(key) ?? 0n;
    if (this.due.effects.destroyed.has(key)) {
      // Ether sent to an account after its SELFDESTRUCT is burned with it.
      if ((balance?.after ?? 0n) !== 0n)
        this.#refuse(address, 'balance', balance!.after, 'gone with its account');
      if (balance && balance.before === undefined) return;
      if ((balance?.before ?? 0n) + due < 0n)
        this.#refuse(address, 'balance.before', balance?.before ?? 0n, -due);
      return;
    }
    if (balance && balance.before === undefined) return;
    const gained = balance ? balance.after - balance.before! : 0n;
    if (gained !== due) this.#refuse(address, 'balance', gained, due);
  }

  #requireNonce(key: string, change: StateChange): void {
    const { address, nonce } = change;
    if (this.due.effects.destroyed.has(key)) {
      if (nonce && nonce.after !== 0) this.#refuse(address, 'nonce', nonce.after, 0);
      return;
    }
    if (nonce && nonce.before === undefined) return;
    const rise = nonce ? nonce.after - nonce.before! : 0;
    let expected = 0;
    if (this.due.effects.created.has(key)) {
      expected = this.due.firstNonce;
      if (nonce && nonce.before !== 0) this.#refuse(address, 'nonce.before', nonce.before!, 0);
    } else {
      if (sameAddress(address, this.due.transaction.from)) expected = 1;
      expected += delegationOf(this.due.transaction, change)?.count ?? 0;
    }
    const { least, most } = this.due.effects.creations.get(key) ?? NO_CREATIONS;
    if (rise < expected + least || rise > expected + most)
      this.#refuse(address, 'nonce', rise, expected + (rise > expected + most ? most : least));
  }

  #requireCode(key: string, change: StateChange): void {
    const { address, code } = change;
    const isDestroyed = this.due.effects.destroyed.has(key);
    const deployed = this.due.effects.created.get(key);
    const delegated = delegationOf(this.due.transaction, change)?.code;
    if (code === undefined) {
      // Before Homestead a creation that could not pay for its code succeeded without code.
      if (deployed && deployed.length > 0 && !isDestroyed && this.due.paysForCode)
        this.#refuse(address, 'code', 'unchanged', toHexStart(deployed));
      if (isDestroyed && !deployed) this.#refuse(address, 'code', 'unchanged', 'none');
      return;
    }
    if (delegated?.equals(code) || this.#isAuthorizedBefore(change)) return;
    if (code.length === 0) {
      if (!isDestroyed || deployed) this.#refuse(address, 'code', 'gone', 'unchanged');
    } else if (isDestroyed || !deployed?.equals(code)) {
      this.#refuse(address, 'code', toHexStart(code), deployed ? toHexStart(deployed) : 'unchanged');
    }
  }

  #requireStorage(key: string, { address, storage }: StateChange): void {
    if (storage.length === 0) return;
    const isDestroyed = this.due.effects.destroyed.has(key);
    if (!isDestroyed && !this.due.effects.writers.has(key))
      this.#refuse(address, `storage ${toHex(storage[0]!.slot)}`, 'changed', 'unchanged: no frame ran there');
    const isCreated = this.due.effects.created.has(key);
    if (!isDestroyed && !isCreated) return;
    for (const { slot, before, after } of storage) {
      if (isDestroyed && !after.equals(NOTHING))
        this.#refuse(address, `storage ${toHex(slot)}`, toHex(after), 'gone with its account');
      if (isCreated && before && !before.equals(NOTHING))
        this.#refuse(address, `storage ${toHex(slot)} before`, toHex(before), 'none in a new account');
    }
  }

  /**
   * Whether the account signed an authorization and its nonce before is unknown: then it is unknown which
   * authorizations took effect.
   */
  #isAuthorizedBefore({ address, nonce }: StateChange): boolean {
    const { authorizationList = [] } = this.due.transaction;
    const isAuthority = authorizationList.some(
      ({ authority }) => authority && sameAddress(authority, address),
    );
    return isAuthority && nonce !== undefined && nonce.before === undefined;
  }

  /** Refuses missing changes that must have happened. */
  #requireAll(): void {
    const { transaction, effects, fees, firstNonce, paysForCode } = this.due;
    for (const [key, due] of effects.flows) {
      if (due === 0n || this.#byKey.has(key)) continue;
      if (fees.paid === undefined && key === keyOf(transaction.from)) continue;
      if (!effects.destroyed.has(key) || due < 0n) this.#refuse(addressOf(key), 'balance', 0n, due);
    }
    for (const [key, { least }] of effects.creations)
      if (least > 0 && !this.#byKey.has(key) && !effects.destroyed.has(key))
        this.#refuse(addressOf(key), 'nonce', 0, least);
    for (const [key, code] of effects.created) {
      const isAffected = this.#byKey.has(key) || effects.destroyed.has(key);
      if (!isAffected && firstNonce > 0) this.#refuse(addressOf(key), 'nonce', 0, firstNonce);
      if (!isAffected && code.length > 0 && paysForCode)
        this.#refuse(addressOf(key), 'code', 'unchanged', toHexStart(code));
    }
    for (const key of effects.destroyed)
      if (!effects.created.has(key) && !this.#byKey.has(key))
        this.#refuse(addressOf(key), 'code', 'unchanged', 'none');
  }

  #requireAddress(creator: Buffer, to: Buffer, least: number, most: number): void {
    const first = this.#nonceAtFirst(creator);
    if (first === undefined) return;
    for (let count = least; count <= most; count++)
      if (sameAddress(createdAddress(creator, first + count), to)) return;
    throw new BlockRefused('frames', this.due.header.number, {
      transactionIndex: this.due.transactionIndex,
      problem: 'a contract at another address than its creator and nonce give',
      stated: toHex(to),
      expected: toHex(createdAddress(creator, first + least)),
    });
  }

  /** The nonce that an account's first creation in this transaction used. */
  #nonceAtFirst(creator: Buffer): number | undefined {
    const key = keyOf(creator);
    if (this.due.effects.created.has(key)) return this.due.firstNonce;
    const change = this.#byKey.get(key);
    if (change?.nonce?.before === undefined) return undefined;
    const sent = sameAddress(creator, this.due.transaction.from) ? 1 : 0;
    return change.nonce.before + sent + (delegationOf(this.due.transaction, change)?.count ?? 0);
  }

  #refuse(
    address: Buffer,
    field: string,
    stated: string | number | bigint,
    expected: string | number | bigint,
  ): never {
    throw new BlockRefused('state_changes', this.due.header.number, {
      transactionIndex: this.due.transactionIndex,
      account: toHex(address),
      field,
      stated: String(stated),
      expected: String(expected),
    });
  }
}

function addressOf(key: string): Buffer {
  return Buffer.from(key, 'latin1');
}

/** Shortens long code, because a refusal becomes a log line. */
function toHexStart(code: Buffer): string {
  return code.length <= 32 ? toHex(code) : `${toHex(code.subarray(0, 32))}… of ${code.length} bytes`;
}
