import { describe, expect, it } from '@jest/globals';
import { snappyFrames } from '../../../test/builder/archive-writer.js';
import { maskedChecksum, readSnappyFrames } from './snappy-frames.js';

const BYTES = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * at) % 251));

describe('snappy frames', () => {
  it('give the bytes that were framed, compressed or not, over several chunks', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('a'), BYTES])
      for (const plain of [false, true])
        expect(readSnappyFrames(snappyFrames(bytes, plain)).equals(bytes)).toBe(true);
    const skipped = Buffer.concat([snappyFrames(Buffer.from('a')), Buffer.from('fe020000aabb', 'hex')]);
    expect(readSnappyFrames(skipped).toString()).toBe('a');
  });

  it('have the checksum of the framing format: CRC-32C of `123456789` is e3069283', () => {
    const unmasked = (maskedChecksum(Buffer.from('123456789')) - 0xa282ead8) >>> 0;
    expect(((unmasked << 15) | (unmasked >>> 17)) >>> 0).toBe(0xe3069283);
  });

  it.each([
    ['without an identifier', snappyFrames(BYTES).subarray(10)],
    ['with another identifier', Buffer.from('ff060000734e61507058', 'hex')],
    ['of an unknown type', Buffer.concat([snappyFrames(BYTES), Buffer.from('02000000', 'hex')])],
    ['without room for a checksum', Buffer.concat([snappyFrames(BYTES), Buffer.from('00010000aa', 'hex')])],
    ['cut within a header', Buffer.concat([snappyFrames(BYTES), Buffer.from('0001', 'hex')])],
    ['cut within a chunk', snappyFrames(BYTES).subarray(0, -1)],
    ['longer than a chunk may be', tooLong()],
  ])('are refused %s', (_, framed) => {
    expect(() => readSnappyFrames(framed)).toThrow(expect.objectContaining({ name: 'BadArchive' }));
  });
});

/** One uncompressed chunk of 65,537 bytes with its true checksum. */
function tooLong(): Buffer {
  const bytes = Buffer.alloc(65_537);
  const header = Buffer.alloc(8);
  header[0] = 1;
  header.writeUIntLE(bytes.length + 4, 1, 3);
  header.writeUInt32LE(maskedChecksum(bytes), 4);
  return Buffer.concat([snappyFrames(Buffer.alloc(0)), header, bytes]);
}
