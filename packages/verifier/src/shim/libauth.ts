/** The policy of the pages runs no WebAssembly, so keys are recovered in JavaScript instead. */
export function instantiateSecp256k1(): Promise<never> {
  return Promise.reject(new Error('no WebAssembly here'));
}
