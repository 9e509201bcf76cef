import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { BALANCE_LAYOUTS, slotOfHolder } from './balance-layout.js';

/**
 * The slots in which every layout stores the balance of an address (20 bytes), as two columns of a statement;
 * slots in stored form.
 */
export function holderSlots(holder: Buffer): { readonly layouts: number[]; readonly slots: Buffer[] } {
  return {
    layouts: BALANCE_LAYOUTS.map(({ number }) => number),
    slots: BALANCE_LAYOUTS.map((layout) => withoutZeros(slotOfHolder(layout, holder))),
  };
}

/** A longer value holds more than a balance, such as a flag or a vote. */
export const MAX_AMOUNT_BYTES = 16;

/** A balance as it is stored (`0x` hex, without leading zeros), as a decimal string. */
export function amountOf(value: string): string {
  return value === '0x' ? '0' : BigInt(value).toString();
}
