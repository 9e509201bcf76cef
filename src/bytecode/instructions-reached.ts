import { pushSize } from './instruction/instructions.js';
import { OP } from './instruction/opcode.js';

/** They run the code of others in the contract's own name, or end the contract. Ascending. */
const LOOKED_FOR: readonly number[] = [OP.CALLCODE, OP.DELEGATECALL, OP.SELFDESTRUCT];
/** After these, only a jump goes on. */
const ENDS: ReadonlySet<number> = new Set([
  OP.STOP,
  OP.JUMP,
  OP.RETURN,
  OP.REVERT,
  OP.INVALID,
  OP.SELFDESTRUCT,
]);
/** Not assigned. Forks may give them an operand (EIP-8024), so that the next byte need not be an instruction. */
const UNASSIGNED = [0xa5, 0xef] as const;

/**
 * Of CALLCODE, DELEGATECALL and SELFDESTRUCT, those that execution may reach: one byte each, ascending. No call
 * reaches another, as jumps lead to a JUMPDEST, wherever their targets come from. Data that has one makes the list too
 * long.
 */
export function instructionsReached(code: Buffer): Buffer {
  const reached = new Set<number>();
  let isReached = true;
  let isOperand = false;
  for (let at = 0; at < code.length; at++) {
    const operation = code[at]!;
    if (operation === OP.JUMPDEST) isReached = true;
    if (isReached) {
      reached.add(operation);
      isReached = isOperand || !ENDS.has(operation);
    }
    isOperand = operation >= UNASSIGNED[0] && operation <= UNASSIGNED[1];
    at += pushSize(operation);
  }
  return Buffer.from(LOOKED_FOR.filter((one) => reached.has(one)));
}
