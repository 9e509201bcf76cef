/** A log as a frame emitted it. */
export interface SimLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export type SimFrameType =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT';

export type FrameFailure = 'reverted' | 'outOfGas' | 'invalidOpcode' | 'badJump' | 'poor';

/** One simulated call, independent of the form of any tracer. */
export interface SimFrame {
  readonly type: SimFrameType;
  readonly from: string;
  /** Callee, created address, or beneficiary. */
  readonly to: string;
  /** Wei that is moved; for a DELEGATECALL the value of the caller's own call, as geth states it. */
  readonly value: bigint;
  readonly gas: number;
  gasUsed: number;
  readonly input: string;
  output: string;
  failure?: FrameFailure;
  /** Calls and logs in the order in which they happened. A failed frame has no logs, nor has any frame inside it. */
  events: ({ readonly call: SimFrame } | { readonly log: SimLog })[];
}

export const callsOf = (frame: SimFrame): SimFrame[] =>
  frame.events.flatMap((event) => ('call' in event ? [event.call] : []));

/** Logs that were not reverted, in execution order. */
export const logsOf = (frame: SimFrame): SimLog[] =>
  frame.events.flatMap((event) => ('log' in event ? [event.log] : logsOf(event.call)));

export const isCreation = (frame: SimFrame): boolean => frame.type === 'CREATE' || frame.type === 'CREATE2';

/** Precompiles of all eras. */
export const PRECOMPILES: readonly string[] = [1, 2, 3, 4].map(
  (n) => `0x${n.toString(16).padStart(40, '0')}`,
);

/** Calls that one tracer family lists and the other omits. */
export const isSilentPrecompile = (frame: SimFrame): boolean =>
  PRECOMPILES.includes(frame.to) &&
  (frame.value === 0n || frame.type === 'DELEGATECALL' || frame.type === 'STATICCALL');
