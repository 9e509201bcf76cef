/** Counts that end a run. Each is equal on every machine; no clock decides. */
export interface RunLimits {
  /** Calls and creations of one run, at any depth, precompiles included. */
  readonly frames: number;
  /** Opcodes, the words that they copy from input and code, and the gas of slow precompiles. */
  readonly steps: number;
  /** What a call of a precompile that computes on curves or numbers counts at least, in steps. */
  readonly precompileSteps: number;
  /** Bytes of memory of the frames that wait for a call to return. */
  readonly memory: number;
  /**
   * The budget of work that the run shares with others. Where it is set, costly opcodes count as several
   * steps, and an opcode of the reference as `REFERENCE_STEPS`. The work of a run is its steps, and once more
   * those before the first reading of each place, because a run begins again when that place is loaded.
   * Places that are in memory count the same.
   */
  readonly work?: number;
}

/** The reference takes about ten times as long for an opcode. */
export const REFERENCE_STEPS = 10;

/** What a view call may spend. */
export const LIMITS = {
  /** Gas of the call itself. It does not bound time: a STATICCALL loop takes seconds to burn it. */
  gas: 10_000_000,
  frames: 500,
  steps: 1_000_000,
  precompileSteps: 0,
  memory: 8 * 2 ** 20,
} as const;

/**
 * What each of several calls may spend that share a budget of work. A step takes some 20 to 80 ns, so no call
 * runs for more than a tenth of a second at a time.
 */
export function limitsOfShare(work: number): RunLimits & { readonly work: number } {
  return { ...LIMITS, steps: Math.min(LIMITS.steps, work), precompileSteps: 40_000, work };
}

/**
 * What the transactions of one block may spend when they are executed for their frames. On mainnet 30 million
 * gas take some two seconds and have 2 million steps. A bundle made to be slow keeps its reader busy for some
 * ten seconds. Gas alone does not bound that: an addition on BLS12-381 takes 5 ms and costs 600 gas.
 */
export const TRANSACTION_LIMITS = {
  /** Sum of the gas limits of the transactions: what they will use is not known before. */
  gas: 60_000_000,
  frames: 5_000,
  steps: 8_000_000,
  precompileSteps: 4_000,
  memory: 32 * 2 ** 20,
} as const;
