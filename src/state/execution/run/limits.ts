/** What a view call may spend. Each is a count, so a run ends alike on every machine; no clock decides. */
export const LIMITS = {
  /** Gas of the call itself. It does not bound time: a STATICCALL loop takes seconds to burn it. */
  gas: 10_000_000,
  /** Calls and creations of one run, at any depth, precompiles included. */
  frames: 500,
  /** Opcodes, the words that they copy from input and code, and the gas of slow precompiles. */
  steps: 1_000_000,
  /** Bytes of memory of the frames that wait for a call to return. */
  memory: 8 * 2 ** 20,
} as const;
