/** The operations whose effect is modelled beyond the number of words that they take and leave, and those that end a run. */
export const OP = {
  STOP: 0x00,
  KECCAK256: 0x20,
  ADDRESS: 0x30,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODESIZE: 0x38,
  CODECOPY: 0x39,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  JUMP: 0x56,
  JUMPI: 0x57,
  PC: 0x58,
  JUMPDEST: 0x5b,
  TLOAD: 0x5c,
  MCOPY: 0x5e,
  PUSH0: 0x5f,
  PUSH1: 0x60,
  PUSH32: 0x7f,
  DUP1: 0x80,
  SWAP1: 0x90,
  LOG0: 0xa0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const;

/** How many words an operation takes, and whether it leaves one. */
interface Effect {
  readonly takes: number;
  readonly leaves: boolean;
}

/** Effects by opcode; undefined for operations that end the call, and for PUSH, DUP and SWAP. */
export const EFFECTS: readonly (Effect | undefined)[] = effects();

function effects(): (Effect | undefined)[] {
  const table = new Array<Effect | undefined>(256).fill(undefined);
  const set = (takes: number, leaves: boolean, ...ranges: (readonly [first: number, last: number])[]) => {
    for (const [first, last] of ranges) table.fill({ takes, leaves }, first, last + 1);
  };
  // Arithmetic, comparison, bits: one, two or three words make one.
  set(1, true, [0x15, 0x15], [0x19, 0x19], [0x1e, 0x1e]);
  set(2, true, [0x01, 0x07], [0x0a, 0x0b], [0x10, 0x14], [0x16, 0x18], [0x1a, 0x1d], [0x20, 0x20]);
  set(3, true, [0x08, 0x09]);
  // Reads of the chain, the call, memory and storage.
  set(0, true, [0x30, 0x30], [0x32, 0x34], [0x36, 0x36], [0x38, 0x38], [0x3a, 0x3a], [0x3d, 0x3d]);
  set(0, true, [0x41, 0x48], [0x4a, 0x4a], [0x58, 0x5a]);
  set(1, true, [0x31, 0x31], [0x35, 0x35], [0x3b, 0x3b], [0x3f, 0x40], [0x49, 0x49], [0x51, 0x51]);
  set(1, true, [0x54, 0x54], [0x5c, 0x5c]);
  // Copies, stores, pops and jumps.
  set(0, false, [0x5b, 0x5b]);
  set(1, false, [0x50, 0x50], [0x56, 0x56]);
  set(2, false, [0x52, 0x53], [0x55, 0x55], [0x57, 0x57], [0x5d, 0x5d]);
  set(3, false, [0x37, 0x37], [0x39, 0x39], [0x3e, 0x3e], [0x5e, 0x5e]);
  set(4, false, [0x3c, 0x3c]);
  for (let topics = 0; topics <= 4; topics++) set(2 + topics, false, [OP.LOG0 + topics, OP.LOG0 + topics]);
  // Calls and creations.
  set(3, true, [0xf0, 0xf0]);
  set(4, true, [0xf5, 0xf5]);
  set(6, true, [0xf4, 0xf4], [0xfa, 0xfa]);
  set(7, true, [0xf1, 0xf2]);
  return table;
}
