import type { BALJSONBlockAccessList } from '@ethereumjs/util';
import { numberToHex } from 'viem';
import type { PrestateDiffJson } from '../simulation/geth-traces.js';

interface Account {
  readonly balance: bigint;
  readonly nonce: number;
  readonly code: string;
  readonly storage: ReadonlyMap<string, string>;
}

const NOTHING: Account = { balance: 0n, nonce: 0, code: '0x', storage: new Map() };
const ZERO_WORD = `0x${'0'.repeat(64)}`;

/** The accounts of a chain, updated from its access lists; it derives the state diff of each transaction. */
export class AccountBook {
  readonly #accounts = new Map<string, Account>();

  set(address: string, account: Partial<Account>): void {
    this.#accounts.set(address, { ...this.#of(address), ...account });
  }

  credit(address: string, wei: bigint): void {
    this.set(address, { balance: this.#of(address).balance + wei });
  }

  /** Applies a block's access list. Returns what `prestateTracer` in `diffMode` answers for each transaction. */
  take(accessList: BALJSONBlockAccessList, transactionCount: number): PrestateDiffJson[] {
    const steps = Array.from({ length: transactionCount + 2 }, (_, index) => this.#step(accessList, index));
    return steps.slice(1, -1);
  }

  #of(address: string): Account {
    return this.#accounts.get(address) ?? NOTHING;
  }

  /** Applies the changes of one block access index: 0 is before the transactions, the last is after them. */
  #step(accessList: BALJSONBlockAccessList, index: number): PrestateDiffJson {
    const pre: PrestateDiffJson['pre'] = {};
    const post: PrestateDiffJson['post'] = {};
    const at = <T extends { readonly blockAccessIndex: string }>(changes: readonly T[]): T | undefined =>
      changes.find(({ blockAccessIndex }) => Number(blockAccessIndex) === index);
    for (const { address, ...changes } of accessList) {
      const balance = at(changes.balanceChanges)?.postBalance;
      const nonce = at(changes.nonceChanges)?.postNonce;
      const code = at(changes.codeChanges)?.newCode;
      const slots = changes.storageChanges.flatMap(({ slot, slotChanges }) => {
        const value = at(slotChanges)?.postValue;
        return value === undefined ? [] : [[word(slot), word(value)] as const];
      });
      if (balance === undefined && nonce === undefined && code === undefined && slots.length === 0) continue;
      const before = this.#of(address);
      pre[address] = {
        balance: numberToHex(before.balance),
        ...(before.nonce > 0 && { nonce: before.nonce }),
        ...(before.code !== '0x' && { code: before.code }),
        storage: Object.fromEntries(
          slots.flatMap(([slot]) => (before.storage.has(slot) ? [[slot, before.storage.get(slot)!]] : [])),
        ),
      };
      post[address] = {
        ...(balance !== undefined && { balance: numberToHex(BigInt(balance)) }),
        ...(nonce !== undefined && { nonce: Number(nonce) }),
        ...(code !== undefined && { code }),
        storage: Object.fromEntries(slots.filter(([, value]) => value !== ZERO_WORD)),
      };
      this.set(address, {
        ...(balance !== undefined && { balance: BigInt(balance) }),
        ...(nonce !== undefined && { nonce: Number(nonce) }),
        ...(code !== undefined && { code }),
        storage: new Map([...before.storage, ...slots].filter(([, value]) => value !== ZERO_WORD)),
      });
    }
    return { pre, post };
  }
}

const word = (hex: string): string => `0x${hex.slice(2).padStart(64, '0')}`;
