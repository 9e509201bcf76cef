import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeAbiParameters, type Hex } from 'viem';
import { type RandomParameter, randomParameters } from '../../test/builder/random-abi-values.js';
import { type AbiType, abiType } from './abi-type.js';
import { encodedValues } from './encoded-values.js';

const typesOf = (...types: string[]): AbiType[] => types.map((type) => abiType(type)!);
const words = (...numbers: (number | bigint)[]): string =>
  numbers.map((number) => number.toString(16).padStart(64, '0')).join('');
const encode = (parameters: readonly RandomParameter[]): string =>
  encodeAbiParameters(
    parameters.map(({ parameter }) => parameter),
    parameters.map(({ value }) => value),
  ).slice(2);
const typesOfAll = (parameters: readonly RandomParameter[]): AbiType[] =>
  typesOf(...parameters.map(({ type }) => type));

describe('encodedValues', () => {
  it('reads what another encoder writes', () => {
    fc.assert(
      fc.property(randomParameters, (parameters) => {
        expect(encodedValues(typesOfAll(parameters), encode(parameters))).toEqual(
          parameters.map(({ decoded }) => decoded),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('never reads the same values from other data of the same length', () => {
    fc.assert(
      fc.property(
        randomParameters,
        fc.nat(),
        fc.integer({ min: 1, max: 15 }),
        (parameters, place, change) => {
          const digits = encode(parameters);
          // Bytes that are not UTF-8 are replaced, so different bytes may give the same text.
          fc.pre(digits !== '' && parameters.every(({ type }) => !type.includes('string')));
          const at = place % digits.length;
          const digit = (Number.parseInt(digits[at]!, 16) ^ change).toString(16);
          const changed = digits.slice(0, at) + digit + digits.slice(at + 1);
          expect(encodedValues(typesOfAll(parameters), changed)).not.toEqual(
            parameters.map(({ decoded }) => decoded),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the data', () => {
    const word = fc.oneof(
      fc.nat(640).map((number) => words(number)),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((number) => words(number)),
    );
    const digits = fc
      .tuple(fc.array(word, { maxLength: 20 }), fc.uint8Array({ maxLength: 40 }))
      .map(([list, rest]) => list.join('') + Buffer.from(rest).toString('hex'));
    fc.assert(
      fc.property(randomParameters, digits, (parameters, data) => {
        const values = encodedValues(typesOfAll(parameters), data);
        expect(values === undefined || values.length === parameters.length).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses dirty padding', () => {
    const dirty = words(1n << 160n);
    expect(encodedValues(typesOf('address'), dirty)).toBeUndefined();
    expect(encodedValues(typesOf('uint160'), dirty)).toBeUndefined();
    expect(encodedValues(typesOf('uint168'), dirty)).toEqual([(1n << 160n).toString()]);
    expect(encodedValues(typesOf('bool'), words(2))).toBeUndefined();
    expect(encodedValues(typesOf('bytes31'), words(1))).toBeUndefined();
    expect(encodedValues(typesOf('int8'), words(128))).toBeUndefined();
    expect(encodedValues(typesOf('int8'), 'f'.repeat(64))).toEqual(['-1']);
    expect(encodedValues(typesOf('int8'), `${'f'.repeat(62)}7f`)).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), `${words(32, 1)}6100${'0'.repeat(59)}1`)).toBeUndefined();
  });

  it('refuses data that is left over, too short or in another place', () => {
    expect(encodedValues(typesOf('uint256'), words(1, 2))).toBeUndefined();
    expect(encodedValues(typesOf('uint256'), words(1).slice(2))).toBeUndefined();
    expect(encodedValues([], words(0))).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), words(32))).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), words(64, 0, 0))).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), words(0))).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), words(32, 0))).toEqual(['0x']);
    // Two strings that share their bytes.
    expect(encodedValues(typesOf('string', 'string'), words(64, 64, 0))).toBeUndefined();
    expect(encodedValues(typesOf('string', 'string'), words(64, 96, 0, 0))).toEqual(['', '']);
  });

  it('accepts missing padding only at the very end', () => {
    const unpadded = `${words(32, 4)}a9059cbb`;
    expect(encodedValues(typesOf('bytes'), unpadded)).toEqual(['0xa9059cbb']);
    expect(encodedValues(typesOf('bytes'), `${unpadded}00`)).toBeUndefined();
    expect(encodedValues(typesOf('bytes'), unpadded.slice(0, -2))).toBeUndefined();
    expect(
      encodedValues(typesOf('bytes', 'bytes'), `${words(64, 100, 4)}a9059cbb${words(0)}`),
    ).toBeUndefined();
  });

  it('gives text as it is, and replaces bytes that are not UTF-8', () => {
    const text = (hex: string) =>
      encodedValues(
        typesOf('string'),
        encodeAbiParameters([{ type: 'bytes' }], [`0x${hex}`] as [Hex]).slice(2),
      );
    expect(text(Buffer.from('a\0b\n\x1b[31m\ufeff🦄').toString('hex'))).toEqual(['a\0b\n\x1b[31m\ufeff🦄']);
    expect(text('efbbbf61')).toEqual(['\ufeffa']);
    expect(text('61ffc3')).toEqual(['a\ufffd\ufffd']);
  });

  it('does no more work than the size of the data justifies', () => {
    const huge = 2n ** 47n;
    for (const type of ['uint256[]', 'bytes', 'string[]', 'uint256[4][][]', '(bytes,bool)[]']) {
      expect(encodedValues(typesOf(type), words(32, huge, 0, 0))).toBeUndefined();
      expect(encodedValues(typesOf(type), words(huge, 1, 0, 0))).toBeUndefined();
      expect(encodedValues(typesOf(type), words(32, 2n ** 255n))).toBeUndefined();
    }
    // An array of arrays whose offsets all point to the same place.
    const bomb = words(32, 64, ...Array<number>(64).fill(0));
    expect(encodedValues(typesOf('uint256[][][][][][][][]'), bomb)).toBeUndefined();
  });

  it('reads megabytes in one go', () => {
    const count = 100_000;
    const numbers = Array.from({ length: count }, (_, at) => at);
    expect(encodedValues(typesOf('uint256[]'), words(32, count, ...numbers))).toEqual([numbers.map(String)]);
    const [bytes] = encodedValues(typesOf('bytes'), words(32, 32 * count, ...numbers))!;
    expect(bytes).toHaveLength(2 + 64 * count);
  });
});
