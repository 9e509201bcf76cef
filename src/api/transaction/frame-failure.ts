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

/** Stands for the selector of revert data without one. */
export const NO_SELECTOR = '0x00000000';
/** `Error(string)` */
const ERROR_SELECTOR = '0x08c379a0';
/** `Panic(uint256)` */
const PANIC_SELECTOR = '0x4e487b71';

/**
 * The beginnings of the tracers' texts for failed frames, with the kind of failure. The rest of the texts
 * differs between tracers.
 */
const HALTS: readonly (readonly [RegExp, ErrorKind])[] = [
  // A cost that does not fit into 64 bits exceeds any gas.
  [/^(out of gas|contract creation code storage out of gas|gas uint64 overflow)/, 'OutOfGas'],
  [/^stack limit reached/, 'StackOverflow'],
  [/^invalid opcode/, 'InvalidOpcode'],
  [/^precompiled? failed/, 'PrecompileError'],
  // The call was refused before the callee ran.
  [/^(insufficient balance for transfer|max call depth exceeded)/, 'Other'],
];

/** Addresses of the precompiles of all forks. Their failures have other texts. */
const PRECOMPILE = /^0x0{36}(00(0[1-9a-f]|1[01])|0100)$/;

/** The kind of failure of a frame, from the tracer's text and the revert data. */
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

/** The first four bytes of revert data; undefined if it is shorter. */
export function revertSelector(output: Hex): Hex | undefined {
  return output.length < NO_SELECTOR.length ? undefined : (output.slice(0, NO_SELECTOR.length) as Hex);
}
