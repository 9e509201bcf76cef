import type { StateChange } from '../../../kernel/chain/block.js';
import { parseAmount, parseBytes, parseNumber } from '../../../kernel/chain/hex.js';
import { MalformedAnswer } from '../node-errors.js';
import { stateChange } from './state-change.js';

type Diff =
  | '='
  | {
      readonly '+'?: string;
      readonly '-'?: string;
      readonly '*'?: { readonly from: string; readonly to: string };
    };

/** What `trace_replayBlockTransactions` with `stateDiff` gives for one transaction: account address -> changes. */
export type StateDiff = Readonly<
  Record<
    string,
    {
      readonly balance: Diff;
      readonly nonce: Diff;
      readonly code: Diff;
      readonly storage?: Readonly<Record<string, Diff>>;
    }
  >
>;

/** State changes of one transaction, ascending by address and slot. Throws `MalformedAnswer` on an unknown kind of difference. */
export function stateDiffChanges(diff: StateDiff): StateChange[] {
  const changes: StateChange[] = [];
  for (const [address, account] of Object.entries(diff)) {
    const balance = sides(account.balance, (text) => parseAmount(text, 'balance'), 0n);
    const nonce = sides(account.nonce, (text) => parseNumber(text, 'nonce'), 0);
    const code = sides(account.code, (text) => parseBytes(text, 'code'), Buffer.alloc(0));
    const storage = new Map<string, { before: string; after: string }>();
    for (const [slot, value] of Object.entries(account.storage ?? {})) {
      const both = sides(value, (text) => text, '0x');
      if (both !== undefined) storage.set(slot, both);
    }
    const change = stateChange(address, {
      ...(balance ? { balance } : {}),
      ...(nonce ? { nonce } : {}),
      ...(code ? { code } : {}),
      storage,
    });
    if (change !== undefined) changes.push(change);
  }
  return changes.sort((a, b) => Buffer.compare(a.address, b.address));
}

/** Before and after of one difference; `none` stands for the side on which the account does not exist. */
function sides<T>(diff: Diff, parse: (text: string) => T, none: T): { before: T; after: T } | undefined {
  if (diff === '=') return undefined;
  if (diff['*'] !== undefined) return { before: parse(diff['*'].from), after: parse(diff['*'].to) };
  if (diff['+'] !== undefined) return { before: none, after: parse(diff['+']) };
  if (diff['-'] !== undefined) return { before: parse(diff['-']), after: none };
  throw new MalformedAnswer('a state difference is neither =, +, - nor *');
}
