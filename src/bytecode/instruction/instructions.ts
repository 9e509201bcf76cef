import { OP } from './opcode.js';

/** Number of bytes after the operation that it pushes; 0 for an operation that pushes none. */
export function pushSize(operation: number): number {
  return operation >= OP.PUSH1 && operation <= OP.PUSH32 ? operation - OP.PUSH0 : 0;
}

/** Each operation of the code in order, with its offset. Pushed bytes are skipped. */
export function* instructions(code: Buffer): Generator<readonly [at: number, operation: number]> {
  for (let at = 0; at < code.length; at++) {
    const operation = code[at]!;
    yield [at, operation];
    at += pushSize(operation);
  }
}

/** For each offset, 1 if it is a valid jump destination, else 0. */
export function jumpDestinations(code: Buffer): Uint8Array {
  const found = new Uint8Array(code.length);
  for (const [at, operation] of instructions(code)) if (operation === OP.JUMPDEST) found[at] = 1;
  return found;
}
