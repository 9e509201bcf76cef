import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toHex } from './hex.js';
import { packWords, unpackWords } from './packed-words.js';

const word = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes])),
  fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.concat([bytes, Buffer.alloc(32 - bytes.length)])),
);
const bytes = fc
  .tuple(fc.uint8Array({ maxLength: 4 }), fc.array(word, { maxLength: 12 }), fc.uint8Array({ maxLength: 31 }))
  .map(([selector, words, rest]) => Buffer.concat([selector, ...words, rest]));

describe('packed words', () => {
  it('are unpacked to the same bytes, whatever they are', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(0, 4), (given, prefix) => {
        expect(unpackWords(toHex(packWords(given, prefix)), prefix)).toBe(toHex(given));
      }),
      { numRuns: 5000 },
    );
  });

  it('keep the prefix as it is, and leave zeros out', () => {
    const recipient = Buffer.alloc(20, 0xaa);
    const call = Buffer.concat([
      Buffer.from('a9059cbb', 'hex'),
      Buffer.alloc(12),
      recipient,
      Buffer.alloc(32),
    ]);
    expect(packWords(call, 4).toString('hex')).toBe(`a9059cbb14${'aa'.repeat(20)}00`);
    expect(packWords(Buffer.from('a905', 'hex'), 4).toString('hex')).toBe('a905');
    expect(packWords(Buffer.concat([Buffer.from('text'), Buffer.alloc(28)])).toString('hex')).toBe(
      '4474657874',
    );
    expect(packWords(Buffer.alloc(0))).toEqual(Buffer.alloc(0));
  });
});
