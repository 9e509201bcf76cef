import type { StateChange } from '../../../kernel/chain/block.js';
import { parseAmount, parseBytes, parseNumber } from '../../../kernel/chain/hex.js';
import { type AccountChange, stateChange } from './state-change.js';

interface PrestateAccount {
  readonly balance?: string;
  readonly nonce?: number | string;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

/** What geth's `prestateTracer` in `diffMode` gives for one transaction. */
export interface PrestateDiff {
  readonly pre: Readonly<Record<string, PrestateAccount>>;
  readonly post: Readonly<Record<string, PrestateAccount>>;
}

const EMPTY = Buffer.alloc(0);

/**
 * State changes of one transaction, ascending by address and slot.
 *
 * `pre` holds an account's former values, `post` only what changed; an account of `pre` that is missing from `post` is gone; a slot
 * missing from either side is zero there.
 */
export function prestateChanges(diff: PrestateDiff): StateChange[] {
  const changes: StateChange[] = [];
  for (const address of new Set([...Object.keys(diff.pre), ...Object.keys(diff.post)])) {
    const change = stateChange(address, accountChange(diff.pre[address] ?? {}, diff.post[address]));
    if (change !== undefined) changes.push(change);
  }
  return changes.sort((a, b) => Buffer.compare(a.address, b.address));
}

function accountChange(pre: PrestateAccount, post: PrestateAccount | undefined): AccountChange {
  const gone = post === undefined;
  const storage = new Map<string, { before: string; after: string }>();
  for (const [slot, before] of Object.entries(pre.storage ?? {}))
    storage.set(slot, { before, after: post?.storage?.[slot] ?? '0x' });
  for (const [slot, after] of Object.entries(post?.storage ?? {}))
    if (!storage.has(slot)) storage.set(slot, { before: '0x', after });
  return {
    ...(gone || post.balance !== undefined
      ? { balance: { before: wei(pre.balance), after: wei(post?.balance) } }
      : {}),
    ...(gone || post.nonce !== undefined
      ? { nonce: { before: count(pre.nonce), after: count(post?.nonce) } }
      : {}),
    ...(gone || post.code !== undefined
      ? { code: { before: bytes(pre.code), after: bytes(post?.code) } }
      : {}),
    storage,
  };
}

const wei = (text: string | undefined): bigint => (text === undefined ? 0n : parseAmount(text, 'balance'));
const bytes = (text: string | undefined): Buffer => (text === undefined ? EMPTY : parseBytes(text, 'code'));
const count = (value: number | string | undefined): number =>
  value === undefined ? 0 : typeof value === 'number' ? value : parseNumber(value, 'nonce');
