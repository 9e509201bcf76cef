import { exponentSteps } from '../run/weights.js';
import { byteLength } from '../run/word.js';
import type { Frame } from './frame.js';
import type { GasCosts } from './gas-costs.js';
import type { Handlers } from './handler.js';

const BITS = 256;
const ALL_ONES = 2n ** 256n - 1n;

const unsigned = (word: bigint) => BigInt.asUintN(BITS, word);
const signed = (word: bigint) => BigInt.asIntN(BITS, word);
const flag = (holds: boolean) => (holds ? 1n : 0n);

/** Of one, two and three operands, the top of the stack first. */
const unary = (compute: (a: bigint) => bigint) => (frame: Frame) => frame.push(compute(frame.pop()));
const binary = (compute: (a: bigint, b: bigint) => bigint) => (frame: Frame) =>
  frame.push(compute(frame.pop(), frame.pop()));
const ternary = (compute: (a: bigint, b: bigint, c: bigint) => bigint) => (frame: Frame) =>
  frame.push(compute(frame.pop(), frame.pop(), frame.pop()));

/** Arithmetic, comparison and bits: 0x01 to 0x1e. */
export function arithmeticHandlers(costs: GasCosts): Handlers {
  const exponentBase = costs.base[0x0a]!;
  return new Map([
    [0x01, binary((a, b) => unsigned(a + b))],
    [0x02, binary((a, b) => unsigned(a * b))],
    [0x03, binary((a, b) => unsigned(a - b))],
    [0x04, binary((a, b) => (b === 0n ? 0n : a / b))],
    [0x05, binary((a, b) => (b === 0n ? 0n : unsigned(signed(a) / signed(b))))],
    [0x06, binary((a, b) => (b === 0n ? 0n : a % b))],
    [0x07, binary((a, b) => (b === 0n ? 0n : unsigned(signed(a) % signed(b))))],
    [0x08, ternary((a, b, modulus) => (modulus === 0n ? 0n : (a + b) % modulus))],
    [0x09, ternary((a, b, modulus) => (modulus === 0n ? 0n : (a * b) % modulus))],
    [
      0x0a,
      (frame) => {
        frame.peek(0);
        const bytes = byteLength(frame.peek(1));
        frame.spend(exponentBase + costs.exponentByte * bytes);
        frame.run.weigh(exponentSteps(bytes));
        frame.push(power(frame.pop(), frame.pop()));
      },
    ],
    [0x0b, binary(signExtend)],
    [0x10, binary((a, b) => flag(a < b))],
    [0x11, binary((a, b) => flag(a > b))],
    [0x12, binary((a, b) => flag(signed(a) < signed(b)))],
    [0x13, binary((a, b) => flag(signed(a) > signed(b)))],
    [0x14, binary((a, b) => flag(a === b))],
    [0x15, unary((a) => flag(a === 0n))],
    [0x16, binary((a, b) => a & b)],
    [0x17, binary((a, b) => a | b)],
    [0x18, binary((a, b) => a ^ b)],
    [0x19, unary((a) => a ^ ALL_ONES)],
    [0x1a, binary((at, word) => (at >= 32n ? 0n : (word >> (8n * (31n - at))) & 0xffn))],
    [0x1b, binary((shift, word) => (shift >= 256n ? 0n : unsigned(word << shift)))],
    [0x1c, binary((shift, word) => (shift >= 256n ? 0n : word >> shift))],
    [0x1d, binary((shift, word) => unsigned(signed(word) >> (shift >= 256n ? 255n : shift)))],
    [0x1e, unary((word) => (word === 0n ? 256n : BigInt(BITS - word.toString(2).length)))],
  ]);
}

function signExtend(lastByte: bigint, word: bigint): bigint {
  return lastByte >= 31n ? word : unsigned(BigInt.asIntN(8 * (Number(lastByte) + 1), word));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = unsigned(result * factor);
    factor = unsigned(factor * factor);
  }
  return result;
}
