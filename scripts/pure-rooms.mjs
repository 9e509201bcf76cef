/** Rooms of src/ without clock, randomness, store and network: what they give depends on what they are given alone. */
export const PURE_ROOMS = [
  'bytecode',
  'definition',
  'domain',
  'evaluator',
  'signature',
  'state/execution',
  'state/witness',
  'tlog',
  'verifier',
];
