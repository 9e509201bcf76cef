import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// The part of `node:crypto` that the verifier uses: SHA-256 as hex, and signatures by Ed25519.

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? utf8ToBytes(content) : content;

export function hash(_: 'sha256', content: string | Uint8Array): string {
  return bytesToHex(sha256(bytesOf(content)));
}

export function createHash(_: 'sha256') {
  const state = sha256.create();
  const self = {
    update(content: string | Uint8Array) {
      state.update(bytesOf(content));
      return self;
    },
    digest: (encoding?: 'hex') =>
      encoding === 'hex' ? bytesToHex(state.digest()) : Buffer.from(state.digest()),
  };
  return self;
}

const KEY_BYTES = 32;

interface PublicKey {
  readonly der: Uint8Array;
  equals(other: PublicKey): boolean;
}

/** @param given an Ed25519 key as DER */
export function createPublicKey({ key: der }: { readonly key: Uint8Array }): PublicKey {
  return { der, equals: (other) => bytesToHex(other.der) === bytesToHex(der) };
}

/** False, as in Node.js, also for bytes that are no signature or no point. */
export function verify(_: null, message: Uint8Array, { der }: PublicKey, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, der.subarray(-KEY_BYTES), { zip215: false });
  } catch {
    return false;
  }
}

function signsNothing(): never {
  throw new Error('the verifier signs nothing');
}

export const createPrivateKey = signsNothing;
export const sign = signsNothing;
