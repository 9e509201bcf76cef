import { BadArchive } from './bad-archive.js';
import { readSnappyBlock } from './snappy-block.js';

/**
 * Chunks of the snappy framing format: a type, a length of three bytes, a masked checksum where there is
 * data, and the data.
 */
const COMPRESSED = 0x00;
const UNCOMPRESSED = 0x01;
const STREAM_IDENTIFIER = 0xff;
/** From this type on, chunks may be skipped. */
const FIRST_SKIPPABLE = 0x80;
const IDENTIFIER = 'sNaPpY';
const HEADER_BYTES = 4;
const CHECKSUM_BYTES = 4;
/** Most bytes of a decompressed chunk. */
const MOST_BYTES = 65_536;

/** Uncompresses bytes in the snappy framing format. @throws BadArchive */
export function readSnappyFrames(framed: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < framed.length; ) {
    const type = framed[at]!;
    if (at + HEADER_BYTES > framed.length) throw new BadArchive('a snappy chunk is cut short');
    const end = at + HEADER_BYTES + framed.readUIntLE(at + 1, 3);
    if (end > framed.length) throw new BadArchive('a snappy chunk is cut short');
    const data = framed.subarray(at + HEADER_BYTES, end);
    if (at === 0 && type !== STREAM_IDENTIFIER)
      throw new BadArchive('a snappy stream begins without its identifier');
    if (type === STREAM_IDENTIFIER && data.toString('latin1') !== IDENTIFIER)
      throw new BadArchive('a snappy stream has another identifier');
    if (type === COMPRESSED || type === UNCOMPRESSED) chunks.push(chunkOf(type, data));
    else if (type < FIRST_SKIPPABLE) throw new BadArchive(`a snappy chunk has the unknown type ${type}`);
    at = end;
  }
  return Buffer.concat(chunks);
}

function chunkOf(type: number, data: Buffer): Buffer {
  if (data.length < CHECKSUM_BYTES) throw new BadArchive('a snappy chunk is cut short');
  const body = data.subarray(CHECKSUM_BYTES);
  const bytes = type === COMPRESSED ? readSnappyBlock(body, MOST_BYTES) : body;
  if (bytes.length > MOST_BYTES) throw new BadArchive('a snappy chunk is too long');
  if (maskedChecksum(bytes) !== data.readUInt32LE(0))
    throw new BadArchive('a snappy chunk has another checksum');
  return bytes;
}

/** CRC-32C of bytes, masked as the framing format has it. */
export function maskedChecksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  crc = (crc ^ 0xffffffff) >>> 0;
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** By Castagnoli's polynomial, reversed. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});
