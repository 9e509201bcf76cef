import {
  decodeAccessList,
  type ListedAccount,
  type ListedChange,
} from '../../domain/chain/codec/access-list.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';

/** What a block's access list (EIP-7928) leaves at the end of the block; of what the block did not change it says nothing. */
export class ListedState {
  readonly #accounts: ReadonlyMap<string, ListedAccount>;

  /** @throws MalformedField */
  constructor(raw: Buffer) {
    this.#accounts = new Map(decodeAccessList(raw).map((account) => [toHex(account.address), account]));
  }

  /** Code that the block set last; empty where it ended a delegation. */
  code(address: Address): Buffer | undefined {
    return last(this.#accounts.get(address)?.codes);
  }

  /** Word of 32 bytes that the block wrote last. */
  slot(address: Address, slot: Hex): Buffer | undefined {
    const wanted = fromHex(slot);
    return last(this.#accounts.get(address)?.storage.find((one) => one.slot.equals(wanted))?.changes);
  }
}

function last<Value>(changes: readonly ListedChange<Value>[] | undefined): Value | undefined {
  return changes?.at(-1)?.after;
}
