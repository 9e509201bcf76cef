const MODULUS = 1n << 256n;
const MASK = MODULUS - 1n;
const SIGN = 1n << 255n;

const wrapped = (value: bigint) => value & MASK;
const signed = (value: bigint) => (value >= SIGN ? value - MODULUS : value);
const flag = (holds: boolean) => (holds ? 1n : 0n);

type Rule = (a: bigint, b: bigint) => bigint | undefined;

/**
 * Operations on one or two words that dispatchers and proxies compute with, by opcode. The first operand is
 * the top of the stack.
 */
export const ARITHMETIC: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [0x01, (a, b) => wrapped(a + b)],
  [0x02, (a, b) => wrapped(a * b)],
  [0x03, (a, b) => wrapped(a - b)],
  [0x04, (a, b) => (b === 0n ? 0n : a / b)],
  [0x06, (a, b) => (b === 0n ? 0n : a % b)],
  // Masks and shifts are powers of two. Other powers could take long.
  [
    0x0a,
    (a, b) =>
      a === 2n ? (b < 256n ? 1n << b : 0n) : a === 256n ? (b < 32n ? 1n << (8n * b) : 0n) : undefined,
  ],
  [0x10, (a, b) => flag(a < b)],
  [0x11, (a, b) => flag(a > b)],
  [0x12, (a, b) => flag(signed(a) < signed(b))],
  [0x13, (a, b) => flag(signed(a) > signed(b))],
  [0x14, (a, b) => flag(a === b)],
  [0x15, (a) => flag(a === 0n)],
  [0x16, (a, b) => a & b],
  [0x17, (a, b) => a | b],
  [0x18, (a, b) => a ^ b],
  [0x19, (a) => MASK - a],
  [0x1a, (a, b) => (a < 32n ? (b >> (8n * (31n - a))) & 0xffn : 0n)],
  [0x1b, (a, b) => (a < 256n ? wrapped(b << a) : 0n)],
  [0x1c, (a, b) => (a < 256n ? b >> a : 0n)],
  [0x1d, (a, b) => wrapped(signed(b) >> (a < 256n ? a : 255n))],
]);
