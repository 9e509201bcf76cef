const WORD = 32;
/** Steps for a permutation of Keccak, and for a byte of an exponent: about a microsecond. */
const PERMUTATION = 50;
const EXPONENT_BYTE = 50;
const KECCAK_WORD = 4;
/** Steps for each word of the precompiles that hash. A copy costs next to nothing. */
const HASH_WORDS: ReadonlyMap<bigint, number> = new Map([
  [2n, 10],
  [3n, 30],
]);

const wordsOf = (bytes: number) => Math.ceil(bytes / WORD);

/** Steps that an EXP counts besides its own. @param bytes of the exponent */
export function exponentSteps(bytes: number): number {
  return EXPONENT_BYTE * bytes;
}

/** Steps that a KECCAK256 counts besides its own. @param bytes that it hashes */
export function keccakSteps(bytes: number): number {
  return PERMUTATION + KECCAK_WORD * wordsOf(bytes);
}

/** Steps that a precompile counts whose gas does not count as steps. @param bytes of its input */
export function precompileSteps(address: bigint, bytes: number): number {
  return (HASH_WORDS.get(address) ?? 0) * wordsOf(bytes);
}
