import type { Frame } from './frame.js';

/** Executes one opcode, whose gas the loop has charged if it is fixed; handlers of other opcodes charge it themselves. */
export type Handler = (frame: Frame) => void;
export type Handlers = ReadonlyMap<number, Handler>;
