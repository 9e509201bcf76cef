import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { assembled } from '../builder/assembled.js';
import type { FastDice } from './dice.js';

/** Repeats a program until it runs out of gas; the program must leave the stack unchanged. */
const forever = (program: string) =>
  Buffer.concat([assembled('JUMPDEST'), assembled(program), assembled('0 JUMP')]);

const SELF = `0x${'11'.repeat(20)}`;
const EMPTY = `0x${'33'.repeat(20)}`;
const precompiles = [...Array.from({ length: 0x11 }, (_, at) => at + 1), 0x100];

/** Programs that use all their gas, on each kind of operation with a price. */
export const BOMBS: readonly (readonly [name: string, bomb: (dice: FastDice) => Buffer])[] = [
  ['an empty loop', () => forever('1 POP')],
  ['arithmetic', (dice) => forever(`${big(dice)} ${big(dice)} ${big(dice)} MULMOD POP`)],
  ['powers', (dice) => forever(`${big(dice)} ${big(dice)} EXP POP`)],
  ['hashes of much memory', (dice) => forever(`${dice.below(1_000_000)} 0 KECCAK256 POP`)],
  ['copies of much code', (dice) => forever(`${dice.below(1_000_000)} 0 0 CODECOPY`)],
  ['growing memory', (dice) => forever(`1 MSIZE ${dice.below(5_000)} ADD MSTORE`)],
  ['memory out of reach', () => forever(`1 ${2n ** 255n} MSTORE`)],
  ['reads of ever other slots', () => forever('GAS SLOAD POP')],
  ['writes of ever other slots', () => forever('1 GAS SSTORE')],
  ['long logs', (dice) => forever(`${dice.below(100_000)} 0 LOG0`)],
  ['balances of ever other accounts', () => forever('GAS BALANCE POP')],
  ['calls of nobody', () => forever(`0 0 0 0 ${EMPTY} GAS STATICCALL POP`)],
  ['calls of itself', () => forever(`0 0 0 0 0 ${SELF} GAS CALL POP`)],
  [
    'calls of itself with much memory',
    (dice) => forever(`1 ${dice.below(500_000)} MSTORE 0 0 0 0 0 ${SELF} GAS CALL POP`),
  ],
  ['calls with much input', (dice) => forever(`0 0 ${dice.below(1_000_000)} 0 ${EMPTY} GAS STATICCALL POP`)],
  ['calls that get little gas', (dice) => forever(`0 0 0 0 ${SELF} ${dice.below(100_000)} STATICCALL POP`)],
  ['contracts', () => forever('0 0 0 CREATE POP')],
  ['contracts that create contracts', () => forever('CODESIZE 0 0 CODECOPY CODESIZE 0 0 CREATE POP')],
  ...precompiles.map((address): readonly [string, (dice: FastDice) => Buffer] => [
    `precompile ${address}`,
    (dice) => precompileBomb(dice, address),
  ]),
];

/** Copies input after the program to memory, and calls a precompile with it again and again. */
function precompileBomb(dice: FastDice, address: number): Buffer {
  const costly = COSTLY_INPUTS[address];
  const input = costly === undefined || dice.below(4) === 0 ? randomInput(dice) : dice.pick(costly(dice));
  const gas = dice.below(2) === 0 ? 'GAS' : `${1_000 + dice.below(400_000)}`;
  const call = assembled(`0 0 ${input.length} 0 ${address} ${gas} STATICCALL POP`);
  // Two bytes for each operand of the copy, so that its length is known.
  const copy = Buffer.concat([
    Buffer.from([0x61]),
    twoBytes(input.length),
    Buffer.from([0x61]),
    Buffer.alloc(2),
    assembled('0 CODECOPY'),
  ]);
  const program = Buffer.concat([copy, assembled('JUMPDEST'), call, assembled(`${copy.length} JUMP`)]);
  twoBytes(program.length).copy(program, 4);
  return Buffer.concat([program, input]);
}

function randomInput(dice: FastDice): Buffer {
  const size = dice.pick([0, 1, 96, 128, 192, 213, 256, 384, 512, 1_024, 4_096]);
  const words = Array.from({ length: Math.ceil(size / 32) }, (_, at) => word(inputWord(dice, at)));
  return Buffer.concat(words).subarray(0, size);
}

/** Lengths and rounds in the first words, then anything. */
function inputWord(dice: FastDice, at: number): bigint {
  if (at < 3 && dice.below(3) > 0) return BigInt(dice.pick([1, 8, 32, 64, 128, 256, 1_024, 2_000_000]));
  return dice.pick([0n, 1n, 2n ** 256n - 1n, big(dice), 0x000f_4240n << 224n]);
}

/** Input that a precompile accepts, and for which it works long. */
const COSTLY_INPUTS: Readonly<Record<number, (dice: FastDice) => Buffer[]>> = {
  1: (dice) => [
    Buffer.concat([dice.bytes(32), word(27n), word(SECP256K1_X), word(BigInt(1 + dice.below(1e9)))]),
  ],
  2: () => [Buffer.alloc(16_000, 1)],
  3: () => [Buffer.alloc(16_000, 1)],
  4: () => [Buffer.alloc(16_000, 1)],
  5: () => [
    modexp(1, 1_024, 32),
    modexp(32, 32, 32),
    modexp(256, 3, 256),
    modexp(64, 64, 64),
    modexp(512, 1, 512),
  ],
  6: () => [Buffer.concat([BN_G1, BN_G1])],
  7: () => [Buffer.concat([BN_G1, Buffer.alloc(32, 0xff)])],
  8: () => [1, 4, 16].map((pairs) => repeated(Buffer.concat([BN_G1, BN_G2]), pairs)),
  9: () => [blake2f(10_000), blake2f(1_000_000), blake2f(9_000_000)],
  11: () => [Buffer.concat([BLS_G1, BLS_G1])],
  12: () => [1, 16, 64].map((points) => repeated(Buffer.concat([BLS_G1, Buffer.alloc(32, 0xff)]), points)),
  13: () => [Buffer.concat([BLS_G2, BLS_G2])],
  14: () => [1, 16].map((points) => repeated(Buffer.concat([BLS_G2, Buffer.alloc(32, 0xff)]), points)),
  15: () => [1, 4, 16].map((pairs) => repeated(Buffer.concat([BLS_G1, BLS_G2]), pairs)),
  16: () => [number(5n, 64)],
  17: () => [Buffer.concat([number(5n, 64), number(7n, 64)])],
  256: (dice) => [Buffer.concat([dice.bytes(32), word(5n), word(7n), word(P256_X), word(P256_Y)])],
};

const SECP256K1_X = secp256k1.Point.BASE.toAffine().x;
const { x: P256_X, y: P256_Y } = p256.Point.BASE.toAffine();
const BN_G1 = pointOf(bn254.G1.Point.BASE.toAffine(), 32);
const BN_G2 = pointOf(swapped(bn254.G2.Point.BASE.toAffine()), 32);
const BLS_G1 = pointOf(bls12_381.G1.Point.BASE.toAffine(), 64);
const BLS_G2 = pointOf(bls12_381.G2.Point.BASE.toAffine(), 64);

type Coordinate = bigint | { readonly c0: bigint; readonly c1: bigint };

function pointOf({ x, y }: { x: Coordinate; y: Coordinate }, size: number): Buffer {
  const parts = [x, y].flatMap((part) => (typeof part === 'bigint' ? [part] : [part.c0, part.c1]));
  return Buffer.concat(parts.map((part) => number(part, size)));
}

/** The precompiles of bn254 expect the imaginary part first. */
function swapped({ x, y }: { x: { c0: bigint; c1: bigint }; y: { c0: bigint; c1: bigint } }) {
  return { x: { c0: x.c1, c1: x.c0 }, y: { c0: y.c1, c1: y.c0 } };
}

function modexp(base: number, exponent: number, modulus: number): Buffer {
  const lengths = [base, exponent, modulus].map((length) => word(BigInt(length)));
  return Buffer.concat([...lengths, Buffer.alloc(base + exponent + modulus, 0xff)]);
}

function blake2f(rounds: number): Buffer {
  return Buffer.concat([number(BigInt(rounds), 4), Buffer.alloc(208, 3), Buffer.from([1])]);
}

function repeated(part: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => part));
}

const word = (value: bigint) => number(value, 32);

function number(value: bigint, size: number): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex');
}

function twoBytes(value: number): Buffer {
  return number(BigInt(value), 2);
}

function big(dice: FastDice): bigint {
  return BigInt(`0x${dice.bytes(32).toString('hex')}`);
}
