import type { Volatile } from './view-result.js';

/** Opcodes that the interpreters tell apart. */
export const OP = {
  SUB: 0x03,
  EXP: 0x0a,
  KECCAK256: 0x20,
  BALANCE: 0x31,
  ORIGIN: 0x32,
  CALLER: 0x33,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  BLOCKHASH: 0x40,
  COINBASE: 0x41,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  PREVRANDAO: 0x44,
  GASLIMIT: 0x45,
  SELFBALANCE: 0x47,
  BASEFEE: 0x48,
  BLOBBASEFEE: 0x4a,
  SLOTNUM: 0x4b,
  SSTORE: 0x55,
  GAS: 0x5a,
  LOG0: 0xa0,
  LOG4: 0xa4,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  SELFDESTRUCT: 0xff,
} as const;

/** Opcodes that read the block. BLOCKHASH is volatile too; `Run.blockHash` says so. */
export const BLOCK_OPCODES: ReadonlyMap<number, Volatile> = new Map([
  [OP.COINBASE, 'COINBASE'],
  [OP.TIMESTAMP, 'TIMESTAMP'],
  [OP.NUMBER, 'NUMBER'],
  [OP.PREVRANDAO, 'PREVRANDAO'],
  [OP.GASLIMIT, 'GASLIMIT'],
  [OP.BASEFEE, 'BASEFEE'],
  [OP.BLOBBASEFEE, 'BLOBBASEFEE'],
  [OP.SLOTNUM, 'SLOTNUM'],
]);

const CALLS: ReadonlySet<number | undefined> = new Set([
  OP.CALL,
  OP.CALLCODE,
  OP.DELEGATECALL,
  OP.STATICCALL,
]);

/**
 * Whether the GAS before `next` only becomes the gas of a call, whole or, as compilers wrote until 2016,
 * minus a number.
 *
 * @param next position of the opcode after GAS
 */
export function isForwardedGas(code: Uint8Array, next: number): boolean {
  return CALLS.has(code[code[next] === OP.SUB ? next + 1 : next]);
}

/**
 * Whether the call at a position is given the gas left minus a number, so that how much it gets depends on
 * the budget however little it asks for.
 */
export function isGivenRestOfGas(code: Uint8Array, at: number): boolean {
  return code[at - 1] === OP.SUB && code[at - 2] === OP.GAS;
}
