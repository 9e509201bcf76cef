import { CHAIN_WORD, constant, FROM, madeOf, type Word } from './word.js';

/** The code that is followed, and the call data. */
export interface Surroundings {
  readonly code: Buffer;
  readonly call: Buffer;
}

/** The 32 bytes of the call data at an offset, zeros after its end. */
export function callWord(call: Buffer, at: number | undefined): Word {
  if (at === undefined) return { ...CHAIN_WORD, from: FROM.calldata };
  const bytes = Buffer.alloc(32);
  bytes.set(call.subarray(at, at + 32));
  return { ...constant(BigInt(`0x${bytes.toString('hex')}`)), from: FROM.calldata };
}

/** The value of a slot. Only its origin is known: the slot. */
export function slotContent(key: Word): Word {
  const origin = (from: number): Word => ({ ...CHAIN_WORD, from });
  if ((key.from & FROM.calldata) !== 0) return origin(FROM.slotOfCall);
  if (key.value === undefined || (key.from & FROM.ownAddress) !== 0) return origin(FROM.otherSlot);
  return { ...origin(FROM.fixedSlot), slots: [key.value] };
}

/** The result of a call to another contract. Only its origin is known: that of the contract's address. */
export function answerOf(callee: Word): Word {
  const { from, slots } = madeOf([callee]);
  return { value: undefined, from: from | FROM.returned, slots };
}
