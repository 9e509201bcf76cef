import { keccak_256 } from '@noble/hashes/sha3.js';

/** Keccak-256 as `hash-wasm` offers it, in JavaScript: the policy of the pages runs no WebAssembly. */
export async function createKeccak(_: 256) {
  let state = keccak_256.create();
  return {
    init() {
      state = keccak_256.create();
    },
    update(bytes: Uint8Array) {
      state.update(bytes);
    },
    digest: (_form: 'binary'): Uint8Array => state.digest(),
  };
}
