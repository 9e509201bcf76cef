import type { Binding } from '../../src/definition/binding/binding.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';

/** The key of a build: a hash of the code without metadata, with zeros at these offsets. Undefined if the code is too short. */
export function buildKey(code: string, offsets: readonly number[]): string | undefined {
  const digits = code.slice(2);
  const metadata = digits.length < 4 ? 0 : Number(`0x${digits.slice(-4)}`) + 2;
  const build = [...digits.slice(0, digits.length - (2 * metadata > digits.length ? 0 : 2 * metadata))];
  for (const offset of offsets) {
    if (build.length < 2 * (offset + 32)) return undefined;
    build.fill('0', 2 * offset, 2 * (offset + 32));
  }
  return `0x${keccak256(fromHex(`0x${build.join('')}`)).toString('hex')}`;
}

/** The smallest key by which any version of a registry names the code. */
export function buildNamed(code: string, { members }: Binding): string | undefined {
  for (const [key, periods] of [...members].sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const { fields } of periods) {
      const offsets = fields.immutables === undefined ? [] : fields.immutables.split(' ').map(Number);
      if (buildKey(code, offsets) === key) return key;
    }
  return undefined;
}
