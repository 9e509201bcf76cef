import { keccak256 } from '../domain/crypto/keccak.js';

const LENGTH_SIZE = 2;
const WORD = 32;

/**
 * Hash (32 bytes) of code up to the metadata at its end, with zeros in place of its immutables: the key of a
 * build. It does not cover the bytes of the metadata, so a registry lists only builds that neither read these
 * nor jump there.
 *
 * @param immutables offsets of immutables, each 32 bytes long
 * @returns undefined where the code ends before an immutable does
 */
export function buildHash(code: Buffer, immutables: readonly number[]): Buffer | undefined {
  const build = Buffer.from(code.subarray(0, metadataStart(code)));
  for (const offset of immutables) {
    if (offset + WORD > build.length) return undefined;
    build.fill(0, offset, offset + WORD);
  }
  return keccak256(build);
}

/**
 * Takes the last two bytes for the length of the metadata before them, whatever its form: this is the rule of
 * `definitions/README.md`, which other checkers follow. `withoutMetadata` looks at the form instead, because
 * it also finds the metadata of code within code.
 */
function metadataStart(code: Buffer): number {
  if (code.length < LENGTH_SIZE) return code.length;
  const end = code.length - LENGTH_SIZE;
  const start = end - code.readUInt16BE(end);
  return start < 0 ? code.length : start;
}
