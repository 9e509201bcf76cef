import { BadArchive } from './bad-archive.js';

/**
 * Decompresses a block of the snappy format. `snappyjs` would loop forever on some inputs.
 *
 * @param most bytes that the decompressed block may have
 * @throws BadArchive
 */
export function readSnappyBlock(block: Buffer, most: number): Buffer {
  let at = 0;
  /** The next bytes, 1 to 4, little-endian. */
  const take = (count: number): number => {
    demand(count <= block.length - at);
    at += count;
    return block.readUIntLE(at - count, count);
  };
  const bytes = Buffer.alloc(lengthOf(() => take(1), most));
  let end = 0;
  while (at < block.length) {
    const tag = take(1);
    const [kind, rest] = [tag & 3, tag >> 2];
    if (kind === 0) {
      const length = 1 + (rest < 60 ? rest : take(rest - 59));
      demand(length <= block.length - at && length <= bytes.length - end);
      block.copy(bytes, end, at, at + length);
      at += length;
      end += length;
      continue;
    }
    const length = kind === 1 ? 4 + (rest & 7) : 1 + rest;
    const back = kind === 1 ? ((tag >> 5) << 8) | take(1) : take(kind === 2 ? 2 : 4);
    demand(0 < back && back <= end && length <= bytes.length - end);
    // Byte by byte: a copy may overlap what it writes.
    for (const stop = end + length; end < stop; end++) bytes[end] = bytes[end - back]!;
  }
  demand(end === bytes.length);
  return bytes;
}

/** The decompressed length at the beginning of a block, seven bits a byte. */
function lengthOf(next: () => number, most: number): number {
  let length = 0;
  for (let unit = 1; ; unit *= 128) {
    const byte = next();
    length += (byte & 0x7f) * unit;
    demand(length <= most);
    if (byte < 0x80) return length;
  }
}

function demand(holds: boolean): asserts holds {
  if (!holds) throw new BadArchive('a snappy chunk cannot be uncompressed');
}
