import { describe, expect, it } from '@jest/globals';
import { address, describedBlock } from '../../../test/builder/described-block.js';
import type { StateChange } from '../../domain/chain/record/block.js';
import { storageChanges } from './storage-changes.js';

const CONTRACT = address(7);
const word = (value: number): Buffer => Buffer.from([value].concat(Array(31).fill(0)).reverse());
const writes = (slot: number, before: number, after: number): StateChange['storage'] => [
  { slot: word(slot), before: word(before), after: word(after) },
];
const change = (rest: Partial<StateChange> = {}): StateChange => ({
  address: CONTRACT,
  storage: [],
  ...rest,
});
const created = (storage: StateChange['storage'] = []) =>
  change({ code: Buffer.from('60', 'hex'), nonce: { before: 0, after: 1 }, storage });
const destroyed = (storage: StateChange['storage'] = []) =>
  change({ code: Buffer.alloc(0), nonce: { before: 1, after: 0 }, storage });

/** Slot, value before and value after; the last word of each. */
function folded(...transactions: readonly StateChange[]) {
  const [account] = storageChanges(describedBlock(transactions.map((one) => ({ changes: [one] }))));
  return {
    isCleared: account!.isCleared,
    changes: [...account!.changes].map(({ slot, before, after }) => [slot[31], before?.[31], after[31]]),
  };
}

describe('the storage that a block changed', () => {
  it('has the first value before and the last after', () => {
    expect(folded(change({ storage: writes(1, 5, 6) }), change({ storage: writes(1, 6, 7) }))).toEqual({
      isCleared: false,
      changes: [[1, 5, 7]],
    });
  });

  it('is zero once the account is destroyed, even what the block wrote before', () => {
    expect(folded(change({ storage: writes(1, 5, 6) }), destroyed())).toEqual({
      isCleared: true,
      changes: [[1, 5, 0]],
    });
    expect(folded(destroyed(writes(1, 5, 0)))).toEqual({ isCleared: true, changes: [[1, 5, 0]] });
  });

  it('is that of a new account at the address, without values before the block', () => {
    expect(folded(destroyed(), created(writes(1, 0, 9)))).toEqual({
      isCleared: true,
      changes: [[1, undefined, 9]],
    });
    expect(folded(destroyed(writes(1, 5, 0)), created(writes(1, 0, 9)))).toEqual({
      isCleared: true,
      changes: [[1, 5, 9]],
    });
  });

  it('stays where an account sets or ends a delegation', () => {
    const nonce = { before: 4, after: 5 };
    const delegating = change({ code: Buffer.from(`ef0100${'01'.repeat(20)}`, 'hex'), nonce });
    expect(folded(change({ storage: writes(1, 5, 6) }), delegating).isCleared).toBe(false);
    const ended = change({ code: Buffer.alloc(0), nonce });
    expect(folded(change({ storage: writes(1, 5, 6) }), ended)).toEqual({
      isCleared: false,
      changes: [[1, 5, 6]],
    });
  });
});
