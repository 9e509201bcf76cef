/** Mnemonics of consecutive opcodes from `first` on; `-` is an unassigned opcode. */
const RUNS: readonly (readonly [first: number, names: string])[] = [
  [0x00, 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND'],
  [0x10, 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ'],
  [0x20, 'KECCAK256'],
  [0x30, 'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY'],
  [0x38, 'CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH'],
  [0x40, 'BLOCKHASH COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID SELFBALANCE'],
  [0x48, 'BASEFEE BLOBHASH BLOBBASEFEE SLOTNUM'],
  [0x50, 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY PUSH0'],
  [0x80, 'DUP1 DUP2 DUP3 DUP4 DUP5 DUP6 DUP7 DUP8'],
  [0x90, 'SWAP1 SWAP2 SWAP3 SWAP4'],
  [0xa0, 'LOG0 LOG1 LOG2 LOG3 LOG4'],
  [0xf0, 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2'],
  [0xfa, 'STATICCALL - - REVERT INVALID SELFDESTRUCT'],
];
const OPCODES: ReadonlyMap<string, number> = new Map(
  RUNS.flatMap(([first, names]) => names.split(' ').map((name, at) => [name, first + at] as const)),
);
const PUSH2 = 0x61;

/**
 * Bytecode of a program: mnemonics; numbers, each pushed in as few bytes as it needs; `name:` for a JUMPDEST, and `@name` to push its offset.
 */
export function assembled(program: string): Buffer {
  const labels = new Map<string, number>();
  const jumps: { readonly at: number; readonly label: string }[] = [];
  const bytes: number[] = [];
  for (const word of program.trim().split(/\s+/)) {
    if (word.endsWith(':')) labels.set(word.slice(0, -1), bytes.length);
    if (word.startsWith('@')) jumps.push({ at: bytes.length + 1, label: word.slice(1) });
    bytes.push(...bytesOf(word));
  }
  const code = Buffer.from(bytes);
  for (const { at, label } of jumps) {
    const target = labels.get(label);
    if (target === undefined) throw new RangeError(`no label is called ${label}`);
    code.writeUInt16BE(target, at);
  }
  return code;
}

/** Ends a program: returns the word on top of the stack. */
export const RETURN_TOP = '0 MSTORE 32 0 RETURN';

function bytesOf(word: string): number[] {
  if (/^\d/.test(word)) return pushOf(BigInt(word));
  if (word.startsWith('@')) return [PUSH2, 0, 0];
  const opcode = OPCODES.get(word.endsWith(':') ? 'JUMPDEST' : word);
  if (opcode === undefined) throw new RangeError(`no opcode is called ${word}`);
  return [opcode];
}

function pushOf(value: bigint): number[] {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return [0x5f + bytes.length, ...bytes];
}
