import type { StateDiff } from '../../src/node/trace/state-diff-changes.js';
import type { TracedTransaction } from './traced-transactions.js';

type Diff = StateDiff[string]['balance'];

const isDelegation = (code: string): boolean => /^0xef0100[0-9a-f]{40}$/.test(code);
const sides = (diff: Diff): readonly [before: string | undefined, after: string | undefined] =>
  diff === '=' ? [undefined, undefined] : diff['*'] ? [diff['*'].from, diff['*'].to] : [diff['-'], diff['+']];

/** Changes of balances by a state diff, in wei; unchanged accounts are left out. */
export function balanceChanges(diff: StateDiff): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const [address, { balance }] of Object.entries(diff)) {
    const [before, after] = sides(balance);
    const change = BigInt(after ?? 0) - BigInt(before ?? 0);
    if (change !== 0n) changes.set(address, change);
  }
  return changes;
}

/** Addresses that a state diff gives code for the first time, ascending; delegations do not count. */
export function deployed(diff: StateDiff): string[] {
  return Object.entries(diff)
    .filter(([, { code }]) => {
      const [before = '0x', after = '0x'] = sides(code);
      return before === '0x' && after !== '0x' && !isDelegation(after);
    })
    .map(([address]) => address)
    .sort();
}

/** Contracts whose code a state diff removes. */
export function destroyed(diff: StateDiff): string[] {
  return Object.entries(diff)
    .filter(([, { code }]) => {
      const [before = '0x', after = '0x'] = sides(code);
      return before !== '0x' && after === '0x' && !isDelegation(before);
    })
    .map(([address]) => address);
}

/** The fee recipient of a block: the account that most of its state diffs name. */
export function feeRecipient(block: readonly TracedTransaction[]): string | undefined {
  const named = new Map<string, number>();
  for (const { stateDiff } of block)
    for (const address of Object.keys(stateDiff!)) named.set(address, (named.get(address) ?? 0) + 1);
  return [...named].sort(([, one], [, other]) => other - one)[0]?.[0];
}
