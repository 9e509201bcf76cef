import { RLP } from '@ethereumjs/rlp';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RlpReader } from './codec/rlp-reader.js';
import { RlpWriter } from './codec/rlp-writer.js';

type Item = Buffer | Item[];

const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 250, maxLength: 300 }) },
);
const item = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    bytes.map((content) => Buffer.from(content)),
    fc.array(tie('item'), { maxLength: 6 }) as fc.Arbitrary<Item>,
  ),
})).item;

describe('RlpWriter', () => {
  it('writes any item as @ethereumjs/rlp does', () => {
    fc.assert(
      fc.property(item, fc.integer({ min: 1, max: 200 }), (value, chunkBytes) => {
        const writer = new RlpWriter(chunkBytes);
        write(writer, value);
        expect(writer.take().toString('hex')).toBe(Buffer.from(RLP.encode(value)).toString('hex'));
      }),
    );
  });

  it('writes integers as @ethereumjs/rlp does, from numbers, bigints and hex', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.maxSafeNat(),
        fc.nat(4),
        (amount, number, pad) => {
          const writer = new RlpWriter();
          writer.amount(amount);
          expect(writer.take()).toEqual(Buffer.from(RLP.encode(amount)));
          writer.uint(number);
          expect(writer.take()).toEqual(Buffer.from(RLP.encode(number)));
          writer.hexQuantity(`0x${'0'.repeat(pad)}${amount.toString(16)}`, 'value', 32);
          expect(writer.take()).toEqual(Buffer.from(RLP.encode(amount)));
        },
      ),
    );
  });

  it('keeps items taken earlier when it needs more space', () => {
    const writer = new RlpWriter(40);
    const taken: Buffer[] = [];
    for (let i = 0; i < 50; i++) {
      writer.bytes(Buffer.alloc(30, i + 128));
      taken.push(writer.take());
    }
    taken.forEach((encoded, i) => {
      expect(encoded).toEqual(Buffer.from(RLP.encode(Buffer.alloc(30, i + 128))));
    });
  });

  it('names the field that is not hex or too long', () => {
    const writer = new RlpWriter();
    expect(() => writer.hexBytes('0xzz', 'input')).toThrow('input is not hex');
    expect(() => writer.hexBytes('0x00', 'to', 20)).toThrow('to has 1 bytes instead of 20');
    expect(() => writer.hexQuantity('0x', 'value', 32)).toThrow('value is empty');
    expect(() => writer.hexQuantity('0x1x', 'value', 32)).toThrow('value is not hex');
    expect(() => writer.hexQuantity(`0x1${'0'.repeat(64)}`, 'value', 32)).toThrow('value is too large');
  });
});

describe('RlpReader', () => {
  it('reads back any item', () => {
    fc.assert(
      fc.property(item, (value) => {
        const reader = new RlpReader(Buffer.from(RLP.encode(value)));
        expect(read(reader, value)).toEqual(value);
        expect(reader.atEnd).toBe(true);
      }),
    );
  });

  it('accepts only what @ethereumjs/rlp would write, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (noise) => {
        const reader = new RlpReader(Buffer.from(noise));
        let value: Item;
        try {
          value = readAny(reader, Buffer.from(noise));
          reader.finish('item');
        } catch {
          return;
        }
        expect(Buffer.from(RLP.encode(value))).toEqual(Buffer.from(noise));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['8101', 'item has a needlessly long header'],
    ['b80101', 'item has a needlessly long header'],
    [`b90038${'11'.repeat(56)}`, 'item has a needlessly long header'],
    ['83aabb', 'item is cut short'],
    ['b8', 'item is cut short'],
    ['bfffffffffffffffff', 'item is cut short'],
    ['', 'item is missing'],
    ['c0', 'item is a list'],
  ])('refuses %s as a byte string', (hex, message) => {
    expect(() => new RlpReader(Buffer.from(hex, 'hex')).bytes('item')).toThrow(message);
  });

  it('refuses integers with leading zeros or too many bytes', () => {
    expect(() => new RlpReader(Buffer.from('00', 'hex')).uint('nonce')).toThrow('nonce has a leading zero');
    expect(() => new RlpReader(Buffer.from('820001', 'hex')).amount('value')).toThrow(
      'value has a leading zero',
    );
    expect(() => new RlpReader(Buffer.from('8720000000000000', 'hex')).uint('nonce')).toThrow(
      'nonce is too large',
    );
    const tooLong = Buffer.concat([Buffer.from([0xa1]), Buffer.alloc(33, 1)]);
    expect(() => new RlpReader(tooLong).amount('value')).toThrow('value is too large');
    expect(new RlpReader(Buffer.from('871fffffffffffff', 'hex')).uint('nonce')).toBe(Number.MAX_SAFE_INTEGER);
  });
});

function write(writer: RlpWriter, value: Item): void {
  if (Buffer.isBuffer(value)) return void writer.bytes(value);
  const since = writer.length;
  for (const child of value.toReversed()) write(writer, child);
  writer.list(since);
}

function read(reader: RlpReader, shape: Item): Item {
  if (Buffer.isBuffer(shape)) return reader.bytes('item');
  const list = reader.list('item');
  const children = shape.map((child) => read(list, child));
  list.finish('item');
  return children;
}

function readAny(reader: RlpReader, source: Buffer): Item {
  if (source[reader.position]! < 0xc0) return reader.bytes('item');
  const list = reader.list('item');
  const children: Item[] = [];
  while (!list.atEnd) children.push(readAny(list, source));
  return children;
}
