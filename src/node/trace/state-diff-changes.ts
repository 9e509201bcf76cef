import type { SlotChange, StateChange } from '../../domain/chain/record/block.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcHex } from '../rpc/rpc-block.js';
import { type Sides, slotChange, stateChange } from './state-change.js';

type Diff =
  | '='
  | {
      readonly '+'?: string;
      readonly '-'?: string;
      readonly '*'?: { readonly from: RpcHex; readonly to: RpcHex };
    };

/** The `stateDiff` of `trace_replayBlockTransactions` for one transaction: account address -> changes. */
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

/**
 * State changes of one transaction, ascending by address and slot. @throws MalformedAnswer on an unknown kind
 * of difference
 */
export function stateDiffChanges(diff: StateDiff): StateChange[] {
  const changes: StateChange[] = [];
  for (const [address, account] of Object.entries(diff)) {
    const change = stateChange(
      address,
      { balance: sides(account.balance), nonce: sides(account.nonce), code: sides(account.code) },
      slotChanges(account.storage ?? {}),
    );
    if (change !== undefined) changes.push(change);
  }
  return changes.sort((a, b) => Buffer.compare(a.address, b.address));
}

function slotChanges(storage: Readonly<Record<string, Diff>>): SlotChange[] {
  const changes: SlotChange[] = [];
  for (const [slot, diff] of Object.entries(storage)) {
    const both = sides(diff);
    const change = both && slotChange(slot, both.before, both.after);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

/** Values before and after one difference. */
function sides(diff: Diff): Sides | undefined {
  if (diff === '=') return undefined;
  if (diff['*'] !== undefined) return { before: diff['*'].from, after: diff['*'].to };
  if (diff['+'] !== undefined) return { before: undefined, after: diff['+'] };
  if (diff['-'] !== undefined) return { before: diff['-'], after: undefined };
  throw new MalformedAnswer('a state difference is neither =, +, - nor *');
}
