/** The policy of the pages runs no WebAssembly; recovery in JavaScript takes its place. */
export function instantiateSecp256k1(): Promise<never> {
  return Promise.reject(new Error('no WebAssembly here'));
}
