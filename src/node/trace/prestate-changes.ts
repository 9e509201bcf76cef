import type { SlotChange, StateChange } from '../../domain/chain/record/block.js';
import type { RpcHex } from '../rpc/rpc-block.js';
import { type Sides, slotChange, stateChange } from './state-change.js';

interface PrestateAccount {
  readonly balance?: RpcHex;
  readonly nonce?: number | string;
  readonly code?: RpcHex;
  readonly storage?: Readonly<Record<RpcHex, RpcHex>>;
}

/** Geth's `prestateTracer` result in `diffMode` for one transaction. */
export interface PrestateDiff {
  readonly pre: Readonly<Record<RpcHex, PrestateAccount>>;
  readonly post: Readonly<Record<RpcHex, PrestateAccount>>;
}

type Storage = Readonly<Record<RpcHex, RpcHex>>;

const NO_ACCOUNT: PrestateAccount = {};
const NO_STORAGE: Storage = {};

/**
 * State changes of one transaction, ascending by address and slot.
 *
 * `pre` holds an account's former values, `post` only what changed; an account of `pre` that is missing from `post` was removed; a slot
 * missing from either side is zero there.
 */
export function prestateChanges({ pre, post }: PrestateDiff): StateChange[] {
  const changes: StateChange[] = [];
  const add = (address: RpcHex): void => {
    const change = accountChange(address, pre[address] ?? NO_ACCOUNT, post[address]);
    if (change !== undefined) changes.push(change);
  };
  for (const address of Object.keys(pre)) add(address);
  for (const address of Object.keys(post)) if (pre[address] === undefined) add(address);
  return changes.sort((a, b) => Buffer.compare(a.address, b.address));
}

function accountChange(
  address: RpcHex,
  pre: PrestateAccount,
  post: PrestateAccount | undefined,
): StateChange | undefined {
  const sides = <T>(before: T | undefined, after: T | undefined): Sides<T> | undefined =>
    post === undefined || after !== undefined ? { before, after } : undefined;
  return stateChange(
    address,
    {
      balance: sides(pre.balance, post?.balance),
      nonce: sides(pre.nonce, post?.nonce),
      code: sides(pre.code, post?.code),
    },
    slotChanges(pre.storage ?? NO_STORAGE, post?.storage ?? NO_STORAGE),
  );
}

function slotChanges(pre: Storage, post: Storage): SlotChange[] {
  const changes: SlotChange[] = [];
  const add = (slot: RpcHex): void => {
    const change = slotChange(slot, pre[slot], post[slot]);
    if (change !== undefined) changes.push(change);
  };
  for (const slot of Object.keys(pre)) add(slot);
  for (const slot of Object.keys(post)) if (pre[slot] === undefined) add(slot);
  return changes;
}
