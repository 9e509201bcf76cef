/** Thrown where a frame ends with all its gas gone, whatever the budget: an invalid opcode, a bad jump, a write in a static call. */
export const FAULT = new Error('exceptional halt');
/** Thrown where the gas of a frame does not suffice. */
export const OUT_OF_GAS = new Error('out of gas');
/** Thrown where the reference has to run the call instead, from its beginning. */
export const HAND_OVER = new Error('handed over');
