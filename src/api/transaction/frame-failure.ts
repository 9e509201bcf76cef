import type { Hex } from '../../domain/chain/hex.js';
import type { FailedFrameRow } from '../../records/frame/failed-frames.reader.js';

export const ERROR_KINDS = [
  'Revert',
  'Panic',
  'CustomError',
  'OutOfGas',
  'StackOverflow',
  'InvalidOpcode',
  'PrecompileError',
  'Other',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export const FRAME_STATUSES = ['Revert', 'Halt'] as const;

export interface FrameFailure {
  readonly errorKind: ErrorKind;
  /** `Revert`: the frame itself reverted, possibly with a reason; `Halt`: the EVM stopped it. */
  readonly status: (typeof FRAME_STATUSES)[number];
}

/** Stated of revert data that has none. */
export const NO_SELECTOR = '0x00000000';
/** `Error(string)` */
const ERROR_SELECTOR = '0x08c379a0';
/** `Panic(uint256)` */
const PANIC_SELECTOR = '0x4e487b71';

/** First words of the tracers' texts for failed frames, and the kind of failure. The rest of the texts differs. */
const HALTS: readonly (readonly [RegExp, ErrorKind])[] = [
  // A cost that does not fit 64 bits is more than any gas.
  [/^(out of gas|contract creation code storage out of gas|gas uint64 overflow)/, 'OutOfGas'],
  [/^stack limit reached/, 'StackOverflow'],
  [/^invalid opcode/, 'InvalidOpcode'],
  [/^precompiled? failed/, 'PrecompileError'],
  // Refused before the callee ran.
  [/^(insufficient balance for transfer|max call depth exceeded)/, 'Other'],
];

/** Addresses of precompiled contracts of all forks: their other failures have texts of their own. */
const PRECOMPILE = /^0x0{36}(00(0[1-9a-f]|1[01])|0100)$/;

/** The kind of failure from the tracer's text and the revert data of a frame. */
export function failureOf({ error, output, to }: FailedFrameRow): FrameFailure {
  if (error.startsWith('execution reverted')) return { errorKind: revertKind(output), status: 'Revert' };
  const known = HALTS.find(([words]) => words.test(error));
  const errorKind = known?.[1] ?? (PRECOMPILE.test(to ?? '') ? 'PrecompileError' : 'Other');
  return { errorKind, status: 'Halt' };
}

function revertKind(output: Hex): ErrorKind {
  const selector = revertSelector(output);
  if (selector === undefined || selector === ERROR_SELECTOR) return 'Revert';
  return selector === PANIC_SELECTOR ? 'Panic' : 'CustomError';
}

/** The first four bytes of revert data, where it has as many. */
export function revertSelector(output: Hex): Hex | undefined {
  return output.length < NO_SELECTOR.length ? undefined : (output.slice(0, NO_SELECTOR.length) as Hex);
}
