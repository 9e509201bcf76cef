/** CALLCODE, DELEGATECALL and SELFDESTRUCT: they run the code of others in the contract's own name, or end it. */
const LOOKED_FOR = [0xf2, 0xf4, 0xff];
const JUMPDEST = 0x5b;
/** STOP, JUMP, RETURN, REVERT, INVALID and SELFDESTRUCT. */
const LAST = [0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff];

/**
 * Of the instructions looked for, those that execution may reach, as hex, ascending. Whatever a call does, the code
 * between the end of a run and the next JUMPDEST is not executed.
 */
export function reachedInstructions(code: Buffer): string {
  const reached = new Set<number>();
  let run: number[] | undefined = [];
  let before = 0;
  for (let at = 0; at < code.length; ) {
    const instruction = code[at]!;
    if (instruction === JUMPDEST) run ??= [];
    run?.push(instruction);
    // A later fork may take what follows an instruction of these numbers for its operand.
    const follows = before >= 0xa5 && before <= 0xef;
    if (run && LAST.includes(instruction) && !follows) {
      for (const one of run) reached.add(one);
      run = undefined;
    }
    before = instruction;
    at += instruction >= 0x60 && instruction <= 0x7f ? instruction - 0x5e : 1;
  }
  for (const one of run ?? []) reached.add(one);
  const bytes = LOOKED_FOR.filter((one) => reached.has(one));
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
