import * as zlib from 'node:zlib';
import { HEADER_REACH } from '../domain/chain/codec/bundle.js';

/**
 * A packed bundle is a byte that names the compression, the first HEADER_REACH bytes of the bundle, and the
 * rest compressed. A bundle begins with its version, which is neither of these bytes. So a header is read
 * without decompressing.
 */
const ZSTD = 0xfd;
const BROTLI = 0xfb;
const START = 1 + HEADER_REACH;

export const NEEDS_ZSTD = `its blocks are compressed by zstd, which Node.js ${process.versions.node} lacks: use Node.js 22.15 or later`;

/** First bytes of a stored payload that are sure to hold the header. */
export const PACKED_HEADER_REACH = START;

interface Compression {
  compress(bytes: Buffer): Buffer;
  decompress(bytes: Buffer): Buffer;
}

/** Since Node.js 22.15, which the types do not know yet. */
interface Zstd {
  zstdCompressSync?(bytes: Buffer, options: object): Buffer;
  zstdDecompressSync(bytes: Buffer): Buffer;
  constants: { ZSTD_c_compressionLevel: number };
}

const brotli: Compression = {
  compress: (bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 0 } }),
  decompress: (bytes) => zlib.brotliDecompressSync(bytes),
};

const zstd = zstdOf(zlib as unknown as Zstd);

function zstdOf({ zstdCompressSync, zstdDecompressSync, constants }: Zstd): Compression | undefined {
  if (zstdCompressSync === undefined) return undefined;
  const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
  return { compress: (bytes) => zstdCompressSync(bytes, options), decompress: zstdDecompressSync };
}

/** Packs a bundle: by zstd, or by brotli before Node.js 22.15. A short bundle stays as it is. */
export function packBundle(bundle: Buffer, hasZstd = zstd !== undefined): Buffer {
  if (bundle.length <= HEADER_REACH) return bundle;
  const { compress } = (hasZstd && zstd) || brotli;
  const rest = compress(bundle.subarray(HEADER_REACH));
  return Buffer.concat([Buffer.of(hasZstd ? ZSTD : BROTLI), bundle.subarray(0, HEADER_REACH), rest]);
}

/**
 * Unpacks stored bytes; a bundle that is not packed is returned as it is. So are damaged bytes: no decoder of
 * bundles accepts them.
 *
 * @throws Error for a bundle packed by zstd, before Node.js 22.15. A start refuses a database with such
 * bundles, but another process may add some later
 */
export function unpackBundle(stored: Buffer): Buffer {
  const compression = compressionOf(stored);
  if (compression === undefined) return stored;
  try {
    return Buffer.concat([stored.subarray(1, START), compression.decompress(stored.subarray(START))]);
  } catch {
    return stored;
  }
}

/** Whether this Node.js can unpack stored bytes; their first byte is enough. */
export const isReadable = (stored: Buffer, hasZstd = zstd !== undefined): boolean =>
  hasZstd || stored[0] !== ZSTD;

/** The start of a bundle, from the first `PACKED_HEADER_REACH` stored bytes. */
export function bundleStart(stored: Buffer): Buffer {
  return stored[0] === ZSTD || stored[0] === BROTLI ? stored.subarray(1, START) : stored;
}

function compressionOf(stored: Buffer): Compression | undefined {
  if (stored[0] === BROTLI) return brotli;
  if (stored[0] !== ZSTD) return undefined;
  if (zstd === undefined) throw new Error(`the database cannot be read: ${NEEDS_ZSTD}`);
  return zstd;
}
