import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem';
import { hashOf, type KnownSignature, signatureBookOf } from '../../test/builder/signature-book-of.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import { decodeEvent } from './decode-event.js';

const alice: Address = `0x${'a1'.repeat(20)}`;
const bob: Address = `0x${'b0'.repeat(20)}`;
const word = (number: number | bigint): Hash => `0x${number.toString(16).padStart(64, '0')}`;
const topicOf = (address: Address): Hash => `0x${'0'.repeat(24)}${address.slice(2)}`;
const encode = (types: string, ...values: unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never);

const event = (declaration: string, uses = 1): KnownSignature => ({ kind: 'event', declaration, uses });
const bare = (declaration: string): KnownSignature => event(declaration, 0);

const ERC_20 = event('Transfer(address indexed from,address indexed to,uint256 value)', 55);
const ERC_721 = event('Transfer(address indexed from,address indexed to,uint256 indexed tokenId)', 32);
const TRANSFER = hashOf('event', ERC_20.declaration);
const book = signatureBookOf(ERC_20, ERC_721);

describe('decodeEvent: the status', () => {
  it('R-127: is abi_missing without topics', () => {
    expect(decodeEvent(book, [], '0x')).toEqual({ decodeStatus: 'abi_missing' });
  });

  it('R-127: follows the first topic, the hash of the signature', () => {
    expect(TRANSFER).toBe('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
    expect(decodeEvent(book, [word(1), TRANSFER], word(5))).toEqual({ decodeStatus: 'abi_missing' });
  });

  it('R-128: is verified where one known ABI fits', () => {
    expect(decodeEvent(book, [TRANSFER, topicOf(alice), topicOf(bob)], word(7))).toEqual({
      decodeStatus: 'verified',
      decoded: {
        name: 'Transfer',
        args: [
          { name: 'from', type: 'address', value: alice, indexed: true },
          { name: 'to', type: 'address', value: bob, indexed: true },
          { name: 'value', type: 'uint256', value: '7', indexed: false },
        ],
        candidateCount: 1,
      },
    });
    expect(decodeEvent(book, [TRANSFER, topicOf(alice), topicOf(bob), word(7)], '0x')).toMatchObject({
      decodeStatus: 'verified',
      decoded: { args: [{}, {}, { name: 'tokenId', value: '7', indexed: true }], candidateCount: 1 },
    });
  });

  it('R-128: is partial where a bare signature fits in one way', () => {
    const opened = signatureBookOf(bare('Opened(address,bytes)'));
    const topics = [hashOf('event', 'Opened(address,bytes)'), topicOf(alice)];
    expect(decodeEvent(opened, topics, encode('bytes', '0x1234'))).toEqual({
      decodeStatus: 'partial',
      decoded: {
        name: 'Opened',
        args: [
          { name: '', type: 'address', value: alice, indexed: true },
          { name: '', type: 'bytes', value: '0x1234', indexed: false },
        ],
        candidateCount: 1,
      },
    });
  });

  it('R-128: is inferred where a bare signature fits in several ways', () => {
    const moved = signatureBookOf(bare('Moved(uint256,uint256,uint256)'));
    const topics = [hashOf('event', 'Moved(uint256,uint256,uint256)'), word(1)];
    expect(decodeEvent(moved, topics, encode('uint256,uint256', 2n, 3n))).toMatchObject({
      decodeStatus: 'inferred',
      decoded: {
        args: [
          { name: '', value: '1', indexed: true },
          { value: '2', indexed: false },
          { value: '3', indexed: false },
        ],
        candidateCount: 1,
      },
    });
  });

  it('R-128: is inferred by the first choice that fits, which need not be the first parameters', () => {
    const named = signatureBookOf(bare('Named(bool,uint256,uint256)'));
    const topics = [hashOf('event', 'Named(bool,uint256,uint256)'), word(9)];
    expect(decodeEvent(named, topics, encode('bool,uint256', true, 3n))).toMatchObject({
      decodeStatus: 'inferred',
      decoded: { args: [{ value: true }, { value: '9', indexed: true }, { value: '3' }] },
    });
  });

  it('R-128: is failed where nothing known fits, and has nothing decoded (R-130)', () => {
    const [from, to] = [topicOf(alice), topicOf(bob)];
    const failing: [Hash[], Hex][] = [
      [[TRANSFER, from, to], '0x'],
      [[TRANSFER, from, to], `${word(7)}00`],
      [[TRANSFER, from, to], `${word(7)}${word(8).slice(2)}`],
      [[TRANSFER, word(2n ** 200n), to, word(7)], '0x'],
      [[TRANSFER, from, to, word(7)], word(0)],
      [[TRANSFER, from, word(2n ** 160n)], word(7)],
    ];
    for (const [topics, data] of failing)
      expect(decodeEvent(book, topics, data)).toEqual({ decodeStatus: 'failed' });
  });

  it('R-129: is ambiguous where several events fit, and gives the most used', () => {
    const declaration = (indexed: string, other: string) =>
      `Paid(address ${indexed}payer,address ${other}payee)`;
    const paid = signatureBookOf(
      event(declaration('', 'indexed '), 3),
      event(declaration('indexed ', ''), 2),
    );
    const topics = [hashOf('event', 'Paid(address,address)'), topicOf(alice)];
    expect(decodeEvent(paid, topics, topicOf(bob))).toEqual({
      decodeStatus: 'ambiguous',
      decoded: {
        name: 'Paid',
        args: [
          { name: 'payer', type: 'address', value: bob, indexed: false },
          { name: 'payee', type: 'address', value: alice, indexed: true },
        ],
        candidateCount: 2,
      },
    });
  });

  it('R-129: is ambiguous where signatures collide, and the log fits more than one', () => {
    const hash = hashOf('event', 'Paid(address)');
    const colliding = signatureBookOf(
      { ...event('Paid(address indexed payer)', 1), hash },
      { ...event('Odd(bytes32 indexed)', 9), hash },
      { ...bare('Rare(bool)'), hash },
    );
    expect(decodeEvent(colliding, [hash, topicOf(alice)], '0x')).toMatchObject({
      decodeStatus: 'ambiguous',
      decoded: { name: 'Odd', candidateCount: 2 },
    });
    expect(decodeEvent(colliding, [hash, word(1)], '0x')).toMatchObject({
      decodeStatus: 'ambiguous',
      decoded: { name: 'Odd', candidateCount: 3 },
    });
    expect(decodeEvent(colliding, [hash, word(2n ** 255n)], '0x')).toMatchObject({
      decodeStatus: 'verified',
      decoded: { name: 'Odd', candidateCount: 1 },
    });
    expect(decodeEvent(colliding, [hash], word(1))).toMatchObject({
      decodeStatus: 'partial',
      decoded: { name: 'Rare', candidateCount: 1 },
    });
  });

  it('R-130: is abi_missing where nothing is known, and has nothing decoded', () => {
    expect(decodeEvent(signatureBookOf(), [TRANSFER], word(1))).toEqual({ decodeStatus: 'abi_missing' });
  });

  it('is that of the bare signature where a contract indexes other parameters than every known ABI', () => {
    const data = encode('address,address,uint256', alice, bob, 7n);
    expect(decodeEvent(book, [TRANSFER], data)).toMatchObject({
      decodeStatus: 'partial',
      decoded: {
        args: [
          { name: '', value: alice },
          { name: '', value: bob },
          { name: '', value: '7' },
        ],
        candidateCount: 1,
      },
    });
  });
});

describe('decodeEvent: the arguments', () => {
  it('R-131: are in order of declaration', () => {
    const declaration = 'Sold(uint256 price,address indexed by,bool paid,bytes4 indexed how)';
    const topics: Hash[] = [hashOf('event', declaration), topicOf(bob), `0x1234abcd${'0'.repeat(56)}`];
    const sold = decodeEvent(signatureBookOf(event(declaration)), topics, encode('uint256,bool', 5n, true));
    expect(sold).toMatchObject({
      decodeStatus: 'verified',
      decoded: {
        args: [
          { name: 'price', value: '5', indexed: false },
          { name: 'by', value: bob, indexed: true },
          { name: 'paid', value: true, indexed: false },
          { name: 'how', value: '0x1234abcd', indexed: true },
        ],
      },
    });
  });

  it('R-132: are text, booleans and arrays of them', () => {
    const types = 'uint256,int256,address,bytes,bytes3,bool,string,uint8[],(int8,string)[2]';
    const values = [2n ** 256n - 1n, -(2n ** 255n), alice, '0xff00', '0x010203', false, 'wei', [1, 2]];
    const declaration = `All(${types})`;
    const result = decodeEvent(
      signatureBookOf(event(declaration)),
      [hashOf('event', declaration)],
      encode(types, ...values, [
        [-1, 'a'],
        [127, ''],
      ]),
    );
    expect(result).toMatchObject({ decodeStatus: 'verified' });
    expect('decoded' in result && result.decoded.args.map(({ value }) => value)).toEqual([
      (2n ** 256n - 1n).toString(),
      (-(2n ** 255n)).toString(),
      alice,
      '0xff00',
      '0x010203',
      false,
      'wei',
      ['1', '2'],
      [
        ['-1', 'a'],
        ['127', ''],
      ],
    ]);
  });

  it.each(['string', 'bytes', 'uint256[]', 'uint256[2]', '(address,bool)'])(
    'R-133: are only a hash where a %s is indexed',
    (type) => {
      const declaration = `Said(${type} indexed what)`;
      const hash = keccak256(stringToHex('anything'));
      const said = decodeEvent(
        signatureBookOf(event(declaration)),
        [hashOf('event', declaration), hash],
        '0x',
      );
      expect(said).toMatchObject({
        decodeStatus: 'verified',
        decoded: { args: [{ name: 'what', type, value: { hash, dynamic: true }, indexed: true }] },
      });
    },
  );
});

describe('decodeEvent on hostile logs', () => {
  const signatures = [
    'A(uint256,bytes,uint256)',
    'A(string[],(address,bytes)[],uint8)',
    'A(()[],uint256[0],uint256[99999999999])',
    `A(${'('.repeat(50)}bool${')'.repeat(50)})`,
    `A(${Array<string>(30).fill('bytes').join(',')})`,
  ];
  const hash = word(1);
  const hostile = signatureBookOf(...signatures.map((signature) => ({ ...bare(signature), hash })));

  it('never throws', () => {
    const hex = (size: object) => fc.uint8Array(size).map((bytes) => Buffer.from(bytes).toString('hex'));
    const topic = hex({ minLength: 32, maxLength: 32 }).map((digits): Hash => `0x${digits}`);
    const small = fc.array(
      fc.nat(300).map((number) => word(number).slice(2)),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        fc.array(topic, { maxLength: 3 }),
        small,
        hex({ maxLength: 40 }),
        (topics, numbers, rest) => {
          const { decodeStatus } = decodeEvent(hostile, [hash, ...topics], `0x${numbers.join('')}${rest}`);
          expect(['failed', 'partial', 'inferred', 'ambiguous']).toContain(decodeStatus);
        },
      ),
    );
  });

  it('does not try every choice of indexed parameters on megabytes', () => {
    const only = signatureBookOf(bare('A(uint256,bytes,uint256)'));
    const topics = [hashOf('event', 'A(uint256,bytes,uint256)'), word(7)];
    const sized = (size: number) => encode('bytes,uint256', `0x${'00'.repeat(size)}`, 9n);
    expect(decodeEvent(only, topics, sized(100))).toMatchObject({ decodeStatus: 'partial' });
    expect(decodeEvent(only, topics, sized(3_000_000))).toMatchObject({
      decodeStatus: 'inferred',
      decoded: { args: [{ value: '7', indexed: true }, { indexed: false }, { value: '9', indexed: false }] },
    });
  });
});
