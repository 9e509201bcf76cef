const SIZE = 23;

/** Whether the code is an EIP-7702 delegation designator: `0xef0100` and an address, nothing more. */
export function isDelegation(code: Buffer): boolean {
  return code.length === SIZE && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00;
}

/** The address (20 bytes) whose code a delegating account runs; undefined for all other code. */
export function delegateOf(code: Buffer): Buffer | undefined {
  return isDelegation(code) ? code.subarray(3) : undefined;
}
