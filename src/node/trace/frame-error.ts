/** Error texts of the flat tracer family, and those of the nested one for the same failures. */
const NESTED_WORDS: Readonly<Record<string, string>> = {
  Reverted: 'execution reverted',
  'Out of gas': 'out of gas',
  'Bad instruction': 'invalid opcode',
  'Bad jump destination': 'invalid jump destination',
  'Stack underflow': 'stack underflow',
  'Out of stack': 'stack limit reached',
  'Out of bounds': 'return data out of bounds',
  'Mutable Call In Static Context': 'write protection',
  'Built-in failed': 'precompile failed',
  'Insufficient balance for transfer': 'insufficient balance for transfer',
};

/** One error text per cause, so that a frame is the same from any tracer; unknown texts pass unchanged. */
export function frameError(words: string): string {
  return NESTED_WORDS[words] ?? words.replace(/^(invalid opcode|out of gas): .*$/s, '$1');
}
