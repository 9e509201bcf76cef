/** The origin of a word of the stack or memory, as bits. */
export const FROM = {
  /** The bytes of the call. */
  calldata: 1,
  /** The contract's own address. */
  ownAddress: 2,
  /** A slot whose number is written in the code: see `slots`. */
  fixedSlot: 4,
  /** A slot that depends on the bytes of the call, so on its selector. */
  slotOfCall: 8,
  /** Any other slot. */
  otherSlot: 16,
  /** Returned by another contract. */
  returned: 32,
  /** Anything else that the code does not determine. */
  chain: 64,
} as const;

/** A 256-bit word as far as the code alone determines it. */
export interface Word {
  /** Its value; undefined where the code does not determine it. */
  readonly value: bigint | undefined;
  /** Bits of FROM. */
  readonly from: number;
  /** Fixed slots that the word was loaded from, or that hold the address of the contract that returned it. */
  readonly slots: readonly bigint[];
}

const NO_SLOTS: readonly bigint[] = [];

export const constant = (value: bigint): Word => ({ value, from: 0, slots: NO_SLOTS });

export const valueFrom = (from: number, value?: bigint): Word => ({ value, from, slots: NO_SLOTS });

export const ZERO = constant(0n);
export const ONE = constant(1n);
export const CHAIN_WORD = valueFrom(FROM.chain);

/** The combination of several words, with its value when it is known. */
export function madeOf(parts: readonly Word[], value?: bigint): Word {
  let from = 0;
  let slots = NO_SLOTS;
  for (const part of parts) {
    from |= part.from;
    if (part.slots.length > 0)
      slots = slots.length === 0 ? part.slots : [...new Set([...slots, ...part.slots])];
  }
  // A part without a value still has an origin, and the bits keep it.
  return { value, from, slots };
}

const TOO_FAR = 1n << 20n;

/** The word as an offset or size that a call could pay the gas of; undefined otherwise. */
export function smallNumber({ value }: Word): number | undefined {
  return value !== undefined && value < TOO_FAR ? Number(value) : undefined;
}
