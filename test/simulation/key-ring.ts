import { createRequire } from 'node:module';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytes, hexOf, keccak } from './bytes.js';

/** libsecp256k1 if it is prebuilt, otherwise slower: simulated chains sign some ten transactions a block, at 1.6 ms each in JavaScript. */
const native = createRequire(import.meta.url)('secp256k1') as {
  ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number };
};

/** A key of the simulated chain, and its account. */
export interface Signer {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

export interface Signature {
  readonly yParity: 0 | 1;
  /** Numbers, since RLP leaves out leading zeros. */
  readonly r: bigint;
  readonly s: bigint;
}

/** `count` signers, the same on every run. */
export function signers(count: number): Signer[] {
  return Array.from({ length: count }, (_, index) => {
    const privateKey = bytes(keccak(Buffer.from(`simulated signer ${index}`)));
    const publicKey = secp256k1.getPublicKey(privateKey, false);
    return { privateKey, address: `0x${keccak(publicKey.slice(1)).slice(26)}` };
  });
}

/** Signs a 32-byte hash deterministically (RFC 6979), with low s. */
export function sign(signer: Signer, hash: string): Signature {
  const { signature, recid } = native.ecdsaSign(bytes(hash), signer.privateKey);
  return {
    yParity: recid === 1 ? 1 : 0,
    r: BigInt(hexOf(signature.subarray(0, 32))),
    s: BigInt(hexOf(signature.subarray(32))),
  };
}
