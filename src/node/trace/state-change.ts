import { parseAmount, parseBytes, parseNumber } from '../../domain/chain/codec/hex.js';
import type { SlotChange, StateChange } from '../../domain/chain/record/block.js';
import type { RpcHex } from '../rpc/rpc-block.js';

/** One field of an account before and after, as the node wrote it; undefined where the account does not exist. */
export interface Sides<T = string> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** One account's differences as the node wrote them; a field is absent if no difference was reported. */
export interface AccountSides {
  readonly balance: Sides | undefined;
  readonly nonce: Sides<string | number> | undefined;
  readonly code: Sides | undefined;
}

const NO_CODE = Buffer.alloc(0);
const ZERO_WORD = Buffer.alloc(32);

/**
 * The normal form of one account's changes: only real differences, slots ascending; undefined when there is
 * none.
 *
 * @param storage results of `slotChange`, in any order; sorted in place
 */
export function stateChange(
  address: RpcHex,
  account: AccountSides,
  storage: SlotChange[],
): StateChange | undefined {
  const balance = differing(account.balance, wei);
  const nonce = differing(account.nonce, count);
  const code = codeChange(account.code);
  if (!balance && !nonce && !code && storage.length === 0) return undefined;
  const change: { -readonly [K in keyof StateChange]: StateChange[K] } = {
    address: parseBytes(address, 'state address', 20),
    storage: storage.sort((a, b) => Buffer.compare(a.slot, b.slot)),
  };
  if (balance) change.balance = balance;
  if (nonce) change.nonce = nonce;
  if (code) change.code = code;
  return change;
}

/** One slot's change; undefined when the words are equal. Words are hex of any width, undefined for zero. */
export function slotChange(
  slot: RpcHex,
  before: string | undefined,
  after: string | undefined,
): SlotChange | undefined {
  const change = { slot: word(slot), before: word(before), after: word(after) };
  return change.before.equals(change.after) ? undefined : change;
}

function differing<T, R extends bigint | number>(
  sides: Sides<T> | undefined,
  parse: (text: T | undefined) => R,
): { before: R; after: R } | undefined {
  if (sides === undefined) return undefined;
  const before = parse(sides.before);
  const after = parse(sides.after);
  return before === after ? undefined : { before, after };
}

function codeChange(sides: Sides | undefined): StateChange['code'] {
  // A node may repeat long code on both sides; equal text is equal code.
  if (sides === undefined || sides.before === sides.after) return undefined;
  const before = bytes(sides.before);
  const after = bytes(sides.after);
  return before.equals(after) ? undefined : after;
}

function wei(text: string | undefined): bigint {
  return text === undefined ? 0n : parseAmount(text, 'balance');
}

function count(value: string | number | undefined): number {
  if (value === undefined) return 0;
  return typeof value === 'number' ? value : parseNumber(value, 'nonce');
}

function bytes(text: string | undefined): Buffer {
  return text === undefined ? NO_CODE : parseBytes(text, 'code');
}

function word(text: string | undefined): Buffer {
  if (text === undefined) return ZERO_WORD;
  return parseBytes(text.length === 66 ? text : `0x${text.slice(2).padStart(64, '0')}`, 'storage word', 32);
}
