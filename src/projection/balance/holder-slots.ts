import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { BALANCE_LAYOUTS, slotOfHolder } from './balance-layout.js';

/** Where every layout keeps what an address (20 bytes) holds, as two columns of a statement; slots as they are stored. */
export function holderSlots(holder: Buffer): { readonly layouts: number[]; readonly slots: Buffer[] } {
  return {
    layouts: BALANCE_LAYOUTS.map(({ number }) => number),
    slots: BALANCE_LAYOUTS.map((layout) => withoutZeros(slotOfHolder(layout, holder))),
  };
}

/** A longer one holds more than a balance: a flag, or a vote beside it. */
export const MAX_AMOUNT_BYTES = 16;

/** A balance as it is stored (`0x` hex, without leading zeros), as a decimal string. */
export function amountOf(value: string): string {
  return value === '0x' ? '0' : BigInt(value).toString();
}
