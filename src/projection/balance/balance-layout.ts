import { keccak256OfParts } from '../../domain/crypto/keccak.js';

/** How a contract may store a mapping from holder to balance. The number is stored in rows. */
interface BalanceLayout {
  readonly number: number;
  /** Slot at which the mapping is declared, 32 bytes. */
  readonly base: Buffer;
  /** Whether the base is hashed before the holder, as in Vyper; Solidity hashes it after. */
  readonly baseFirst: boolean;
}

/** Number of base slots that are tried: no token in use declares its balances further down. */
const BASES = 52;
const FIRST_VYPER = 100;
const OPENZEPPELIN = 200;

const HOLDER_PADDING = 12;

const baseAt = (slot: number): Buffer => {
  const base = Buffer.alloc(32);
  base.writeUInt32BE(slot, 28);
  return base;
};

const declared = (first: number, baseFirst: boolean): BalanceLayout[] =>
  Array.from({ length: BASES }, (_, slot) => ({ number: first + slot, base: baseAt(slot), baseFirst }));

/** Every layout that is looked for: Solidity's mappings, Vyper's, and the namespace of OpenZeppelin 5 (ERC-7201). */
export const BALANCE_LAYOUTS: readonly BalanceLayout[] = [
  ...declared(0, false),
  ...declared(FIRST_VYPER, true),
  {
    number: OPENZEPPELIN,
    // keccak256(keccak256("openzeppelin.storage.ERC20") - 1) with its last byte cleared.
    base: Buffer.from('52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00', 'hex'),
    baseFirst: false,
  },
];

/** The slot in which a layout stores the balance of an address (20 bytes). */
export function slotOfHolder({ base, baseFirst }: BalanceLayout, holder: Buffer): Buffer {
  padded.set(holder, HOLDER_PADDING);
  return baseFirst ? keccak256OfParts(base, padded) : keccak256OfParts(padded, base);
}

/** A slot of a holder under a layout. */
export interface HolderSlot {
  readonly holder: Buffer;
  readonly layout: BalanceLayout;
  readonly slot: Buffer;
}

/** Those of the slots (32 bytes as latin-1 text) that belong to one of these holders under some layout. */
export function slotsOfHolders(slots: ReadonlySet<string>, holders: readonly Buffer[]): HolderSlot[] {
  const found: HolderSlot[] = [];
  for (const holder of holders) {
    const own = everySlotOf(holder);
    for (let at = 0; at < own.length; at++)
      if (slots.has(own[at]!))
        found.push({ holder, layout: BALANCE_LAYOUTS[at]!, slot: Buffer.from(own[at]!, 'latin1') });
  }
  return found;
}

/** Holders whose slots are kept, 5 KB each: most transfers are of holders that other tokens had lately. */
const KEPT_HOLDERS = 1_000;
const kept = new Map<string, readonly string[]>();

/** The holder's slot under each layout, as latin-1 text. */
function everySlotOf(holder: Buffer): readonly string[] {
  const key = holder.toString('latin1');
  const slots =
    kept.get(key) ?? BALANCE_LAYOUTS.map((layout) => slotOfHolder(layout, holder).toString('latin1'));
  kept.delete(key);
  kept.set(key, slots);
  if (kept.size > KEPT_HOLDERS) kept.delete(kept.keys().next().value!);
  return slots;
}

// Shared by all hashes: there are a hundred layouts for every holder.
const padded = Buffer.alloc(32);
