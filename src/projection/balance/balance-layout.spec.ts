import { describe, expect, it } from '@jest/globals';
import { BALANCE_LAYOUTS, slotOfHolder, slotsOfHolders } from './balance-layout.js';

const LAST = BALANCE_LAYOUTS.length - 1;

const holderOf = (number: number): Buffer => {
  const holder = Buffer.alloc(20, 7);
  holder.writeUInt32BE(number, 16);
  return holder;
};
/** Layouts under which one slot belongs to each of these holders. */
const found = (slot: Buffer, holders: readonly Buffer[]) =>
  slotsOfHolders(new Set([slot.toString('latin1')]), holders).map(({ layout, ...one }) => [
    layout.number,
    one.holder.toString('hex'),
    one.slot.toString('hex'),
  ]);

describe('the slots of holders', () => {
  it('are found under each layout', () => {
    const [holder, other] = [holderOf(1), holderOf(2)];
    for (const layout of BALANCE_LAYOUTS) {
      const slot = slotOfHolder(layout, holder);
      expect(found(slot, [other, holder])).toEqual([
        [layout.number, holder.toString('hex'), slot.toString('hex')],
      ]);
    }
  });

  it('are those of the holder even when more holders than are cached come, and come again', () => {
    const holders = Array.from({ length: 1_200 }, (_, number) => holderOf(number));
    for (const [at, holder] of [...holders, ...holders.slice(0, 300), ...holders.slice(-300)].entries()) {
      const layout = BALANCE_LAYOUTS[at % LAST]!;
      const slot = slotOfHolder(layout, holder);
      expect(found(slot, [holder])).toEqual([[layout.number, holder.toString('hex'), slot.toString('hex')]]);
      expect(found(slotOfHolder(layout, holderOf(9_999)), [holder])).toEqual([]);
    }
  });
});
