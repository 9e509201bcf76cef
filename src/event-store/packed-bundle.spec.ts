import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { HEADER_REACH } from '../domain/chain/codec/bundle.js';
import { bundleStart, PACKED_HEADER_REACH, packBundle, unpackBundle } from './packed-bundle.js';

/** Begins with the version of bundles, as each does. */
const bundleOf = (length: number): Buffer =>
  Buffer.concat([Buffer.of(1), randomBytes(100), Buffer.alloc(length)]).subarray(0, length);

const zstd = 'zstdCompressSync' in (await import('node:zlib'));

describe('a packed bundle', () => {
  it.each([
    ['zstd', zstd],
    ['brotli', false],
  ])('gives back every byte (%s)', (_, hasZstd) => {
    for (const length of [1, HEADER_REACH - 1, HEADER_REACH, HEADER_REACH + 1, 3_000, 400_000]) {
      const bundle = bundleOf(length);
      const packed = packBundle(bundle, hasZstd);
      expect(unpackBundle(packed)).toEqual(bundle);
      expect(bundleStart(packed.subarray(0, PACKED_HEADER_REACH))).toEqual(bundle.subarray(0, HEADER_REACH));
    }
    expect(packBundle(bundleOf(400_000), hasZstd).length).toBeLessThan(4_000);
  });

  it('is read as it is when it was stored before bundles were packed', () => {
    const bundle = bundleOf(10_000);
    expect(unpackBundle(bundle)).toBe(bundle);
    expect(bundleStart(bundle.subarray(0, PACKED_HEADER_REACH))).toEqual(
      bundle.subarray(0, PACKED_HEADER_REACH),
    );
  });

  it('does not decode when it is damaged', () => {
    const packed = packBundle(bundleOf(10_000));
    const cut = packed.subarray(0, packed.length - 3);
    expect(unpackBundle(cut)).toBe(cut);
    expect(unpackBundle(cut)[0]).not.toBe(1);
  });
});
