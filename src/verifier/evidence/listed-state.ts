import {
  decodeAccessList,
  type ListedAccount,
  type ListedChange,
} from '../../domain/chain/codec/access-list.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';

/** State at the end of a block from its access list (EIP-7928), which has only what the block changed. */
export class ListedState {
  readonly #accounts: ReadonlyMap<string, ListedAccount>;

  /** @throws MalformedField */
  constructor(raw: Buffer) {
    this.#accounts = new Map(decodeAccessList(raw).map((account) => [toHex(account.address), account]));
  }

  /** The code that the block set last; empty if it ended a delegation, undefined if it set none. */
  code(address: Address): Buffer | undefined {
    return last(this.#accounts.get(address)?.codes);
  }

  /** The word (32 bytes) that the block wrote last; undefined if it wrote none. */
  slot(address: Address, slot: Hex): Buffer | undefined {
    const wanted = fromHex(slot);
    return last(this.#accounts.get(address)?.storage.find((one) => one.slot.equals(wanted))?.changes);
  }
}

function last<Value>(changes: readonly ListedChange<Value>[] | undefined): Value | undefined {
  return changes?.at(-1)?.after;
}
