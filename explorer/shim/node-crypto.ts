import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// The part of `node:crypto` that the verifier uses: SHA-256, as hex.

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
