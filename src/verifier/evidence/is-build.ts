import type { Binding } from '../../definition/binding/binding.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/** Offsets of immutables of 32 bytes, as an entry of a registry lists them. */
const OFFSETS = /^\d{1,5}( \d{1,5})*$/;
const WORD = '00'.repeat(32);

/**
 * Whether code is the build with this key: equal in every byte, except for the metadata at its end and the
 * immutables that the entry lists.
 */
export function isBuild(code: Buffer, key: string, { members }: Binding): boolean {
  return (members.get(key) ?? []).some(({ fields }) => hashWithout(code, fields.immutables) === key);
}

/**
 * Hash of the code without metadata and with zeros in place of its immutables; undefined if their offsets are
 * malformed or lie outside.
 */
function hashWithout(code: Buffer, immutables: string | undefined): string | undefined {
  if (immutables !== undefined && !OFFSETS.test(immutables)) return undefined;
  const text = code.toString('hex');
  const metadata = 2 * (Number.parseInt(text.slice(-4), 16) + 2);
  let build = metadata <= text.length ? text.slice(0, -metadata) : text;
  for (const offset of immutables?.split(' ').map((one) => 2 * Number(one)) ?? []) {
    if (offset + WORD.length > build.length) return undefined;
    build = `${build.slice(0, offset)}${WORD}${build.slice(offset + WORD.length)}`;
  }
  return toHex(keccak256(Buffer.from(build, 'hex')));
}
