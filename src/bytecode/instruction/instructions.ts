import { OP } from './opcode.js';

/** Number of bytes that the operation pushes from the code after it; 0 for all that push none. */
export function pushSize(operation: number): number {
  return operation >= OP.PUSH1 && operation <= OP.PUSH32 ? operation - OP.PUSH0 : 0;
}

/** Each operation of the code in order, with its offset; what is pushed is passed over. */
export function* instructions(code: Buffer): Generator<readonly [at: number, operation: number]> {
  for (let at = 0; at < code.length; at++) {
    const operation = code[at]!;
    yield [at, operation];
    at += pushSize(operation);
  }
}

/** By offset: 1 for a jump destination. */
export function jumpDestinations(code: Buffer): Uint8Array {
  const found = new Uint8Array(code.length);
  for (const [at, operation] of instructions(code)) if (operation === OP.JUMPDEST) found[at] = 1;
  return found;
}
