import { createKeccak } from 'hash-wasm';

// One hasher for the whole process: creating one costs far more than a hash. It is shared state, so no
// function below may await between `init` and `digest`.
const hasher = await createKeccak(256);

/** Ethereum's Keccak-256 of the bytes: 32 bytes in a buffer of its own. */
export function keccak256(bytes: Uint8Array): Buffer {
  hasher.init();
  hasher.update(bytes);
  return digest();
}

/** Keccak-256 of several byte strings laid end to end, without joining them first. */
export function keccak256OfParts(first: Uint8Array, second: Uint8Array, third?: Uint8Array): Buffer {
  hasher.init();
  hasher.update(first);
  hasher.update(second);
  if (third !== undefined) hasher.update(third);
  return digest();
}

function digest(): Buffer {
  // Copied into Buffer's pool: wrapping the digest itself would force a heap allocation outside V8 for every hash.
  const hash = Buffer.allocUnsafe(32);
  hash.set(hasher.digest('binary'));
  return hash;
}
