const OPCODES: Readonly<Record<string, number>> = {
  ...{
    STOP: 0x00,
    ADD: 0x01,
    SUB: 0x03,
    MULMOD: 0x09,
    EXP: 0x0a,
    ISZERO: 0x15,
    KECCAK256: 0x20,
    ADDRESS: 0x30,
    BALANCE: 0x31,
    CALLER: 0x33,
  },
  ...{
    CALLDATALOAD: 0x35,
    CALLDATASIZE: 0x36,
    CALLDATACOPY: 0x37,
    CODESIZE: 0x38,
    CODECOPY: 0x39,
    EXTCODESIZE: 0x3b,
  },
  ...{ RETURNDATASIZE: 0x3d, RETURNDATACOPY: 0x3e, EXTCODEHASH: 0x3f, BLOCKHASH: 0x40, COINBASE: 0x41 },
  ...{ TIMESTAMP: 0x42, NUMBER: 0x43, PREVRANDAO: 0x44, GASLIMIT: 0x45, SELFBALANCE: 0x47, BASEFEE: 0x48 },
  ...{
    BLOBBASEFEE: 0x4a,
    SLOTNUM: 0x4b,
    POP: 0x50,
    MLOAD: 0x51,
    MSTORE: 0x52,
    SLOAD: 0x54,
    SSTORE: 0x55,
    JUMP: 0x56,
  },
  ...{
    JUMPI: 0x57,
    MSIZE: 0x59,
    GAS: 0x5a,
    JUMPDEST: 0x5b,
    TLOAD: 0x5c,
    TSTORE: 0x5d,
    DUP1: 0x80,
    DUP5: 0x84,
    SWAP1: 0x90,
    LOG0: 0xa0,
  },
  ...{
    CREATE: 0xf0,
    CALL: 0xf1,
    CALLCODE: 0xf2,
    RETURN: 0xf3,
    DELEGATECALL: 0xf4,
    CREATE2: 0xf5,
    STATICCALL: 0xfa,
    REVERT: 0xfd,
  },
  ...{ INVALID: 0xfe, SELFDESTRUCT: 0xff },
};

/** Bytecode of a program: mnemonics, and numbers, each pushed in as few bytes as it needs. */
export function assembled(program: string): Buffer {
  const bytes = program
    .trim()
    .split(/\s+/)
    .flatMap((word): number[] => {
      if (/^\d/.test(word)) return pushOf(BigInt(word));
      const opcode = OPCODES[word];
      if (opcode === undefined) throw new RangeError(`no opcode is called ${word}`);
      return [opcode];
    });
  return Buffer.from(bytes);
}

/** Ends a program: returns the word on top of the stack. */
export const RETURN_TOP = '0 MSTORE 32 0 RETURN';

function pushOf(value: bigint): number[] {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return [0x5f + bytes.length, ...bytes];
}
