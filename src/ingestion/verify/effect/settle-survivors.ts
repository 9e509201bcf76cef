import type { StateChange } from '../../../domain/chain/record/block.js';
import { type FrameEffects, keyOf } from './frame-effects.js';

/**
 * Corrects an error of the prestate tracer: it reports an account as gone whose SELFDESTRUCT was undone.
 * Where no successful frame ran as the account, its final state follows from its state before and the frames.
 */
export function settleSurvivors(
  changes: readonly StateChange[],
  { flows, spared, destroyed, writers, created }: FrameEffects,
): readonly StateChange[] {
  if (spared.size === 0) return changes;
  return changes.flatMap((change) => {
    const { address, balance } = change;
    const key = keyOf(address);
    if (
      !spared.has(key) ||
      destroyed.has(key) ||
      writers.has(key) ||
      created.has(key) ||
      !isCalledGone(change)
    )
      return [change];
    const before = balance?.before ?? 0n;
    const due = flows.get(key) ?? 0n;
    return due === 0n ? [] : [{ address, balance: { before, after: before + due }, storage: [] }];
  });
}

function isCalledGone({ balance, nonce, code, storage }: StateChange): boolean {
  const isEmptied = (balance?.after ?? 0n) === 0n && (nonce?.after ?? 0) === 0;
  return (
    isEmptied && (code === undefined || code.length === 0) && storage.every(({ after }) => isZero(after))
  );
}

function isZero(word: Buffer): boolean {
  return word.every((byte) => byte === 0);
}
