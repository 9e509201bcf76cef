import type { SlotChange, StateChange } from '../../../kernel/chain/block.js';
import { parseBytes } from '../../../kernel/chain/hex.js';

/** One account's changes before they are put in order; storage words as hex text of any width, `0x` for zero. */
export interface AccountChange {
  readonly balance?: { readonly before: bigint; readonly after: bigint };
  readonly nonce?: { readonly before: number; readonly after: number };
  readonly code?: { readonly before: Buffer; readonly after: Buffer };
  readonly storage: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
}

/** The normal form of one account's changes: only what differs, slots ascending; undefined when nothing does. */
export function stateChange(address: string, change: AccountChange): StateChange | undefined {
  const storage: SlotChange[] = [];
  for (const [slot, { before, after }] of change.storage) {
    const entry = { slot: word(slot), before: word(before), after: word(after) };
    if (!entry.before.equals(entry.after)) storage.push(entry);
  }
  const balance =
    change.balance && change.balance.before !== change.balance.after ? change.balance : undefined;
  const nonce = change.nonce && change.nonce.before !== change.nonce.after ? change.nonce : undefined;
  const code = change.code && !change.code.before.equals(change.code.after) ? change.code : undefined;
  if (!balance && !nonce && !code && storage.length === 0) return undefined;
  return {
    address: parseBytes(address, 'state address', 20),
    ...(balance ? { balance } : {}),
    ...(nonce ? { nonce } : {}),
    ...(code ? { code } : {}),
    storage: storage.sort((a, b) => Buffer.compare(a.slot, b.slot)),
  };
}

function word(text: string): Buffer {
  return parseBytes(text.length === 66 ? text : `0x${text.slice(2).padStart(64, '0')}`, 'storage word', 32);
}
