import { isGiven, parseAmount, parseBytes, parseNumber } from '../codec/hex.js';
import { MalformedField } from '../codec/malformed-field.js';
import type { SlotChange, StateChange } from '../record/block.js';
import { wordOf } from '../word.js';

/** State root of mainnet's block 0, which commits to its allocation. */
export const MAINNET_ROOT = Buffer.from(
  'd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  'hex',
);

const NOTHING = Buffer.alloc(32);

/**
 * The allocation of a genesis file: one change from nothing for each account, ascending by address.
 *
 * @param alloc the `alloc` object of a genesis file as geth reads it: by address an object of `balance`, `nonce`, `code` and `storage`, or
 * the balance alone; amounts as `0x` hex or decimal text
 * @throws MalformedField naming the account and the field
 */
export function genesisAllocation(alloc: unknown): StateChange[] {
  if (alloc === null || typeof alloc !== 'object') throw new MalformedField('alloc', 'is not an object');
  return Object.entries(alloc)
    .map(([address, account]) => allocatedAccount(address, account))
    .sort((a, b) => a.address.compare(b.address));
}

function allocatedAccount(key: string, account: unknown): StateChange {
  const address = parseBytes(prefixed(key), `alloc ${key}`, 20);
  const fields = typeof account === 'string' ? { balance: account } : account;
  if (fields === null || typeof fields !== 'object')
    throw new MalformedField(`alloc ${key}`, 'is no account');
  const { balance, nonce, code, storage } = fields as Record<string, unknown>;
  const wei = isGivenText(balance) ? parseAmount(quantity(balance), `alloc ${key} balance`) : 0n;
  const count = isGivenText(nonce) ? parseNumber(quantity(nonce), `alloc ${key} nonce`) : 0;
  const bytes = isGivenText(code) ? parseBytes(code, `alloc ${key} code`) : NOTHING.subarray(0, 0);
  return {
    address,
    ...(wei > 0n ? { balance: { before: 0n, after: wei } } : {}),
    ...(count > 0 ? { nonce: { before: 0, after: count } } : {}),
    ...(bytes.length > 0 ? { code: bytes } : {}),
    storage: allocatedSlots(key, storage ?? {}),
  };
}

function allocatedSlots(key: string, storage: unknown): SlotChange[] {
  if (storage === null || typeof storage !== 'object')
    throw new MalformedField(`alloc ${key} storage`, 'is not an object');
  return Object.entries(storage)
    .map(([slot, value]) => ({
      slot: word(slot, `alloc ${key} storage`),
      before: NOTHING,
      after: word(value, `alloc ${key} storage ${slot}`),
    }))
    .filter(({ after }) => !after.equals(NOTHING))
    .sort((a, b) => a.slot.compare(b.slot));
}

function isGivenText(value: unknown): value is string {
  return isGiven(value as string | null | undefined);
}

/** Genesis files write addresses with and without `0x`. */
function prefixed(hex: string): string {
  return hex.startsWith('0x') ? hex : `0x${hex}`;
}

/** Genesis files write amounts in hex and in decimal. */
function quantity(text: string): string {
  return /^\d+$/.test(text) ? `0x${BigInt(text).toString(16)}` : text;
}

/** A word that may be written without its leading zeros. */
function word(text: unknown, field: string): Buffer {
  return wordOf(parseAmount(typeof text === 'string' ? prefixed(text) : text, field));
}
