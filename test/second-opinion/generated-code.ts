import type { Address } from '../../src/domain/chain/hex.js';
import type { FastDice } from './dice.js';

/** Opcodes without immediate bytes, and how many words they pop and push. */
const PLAIN: readonly (readonly [
  opcodes: readonly number[],
  pops: number,
  pushes: number,
  weight: number,
])[] = [
  [[0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b], 2, 1, 8],
  [[0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d], 2, 1, 8],
  [[0x15, 0x19, 0x1e], 1, 1, 3],
  [[0x08, 0x09], 3, 1, 2],
  [[0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x46, 0x47, 0x58, 0x59, 0x5f], 0, 1, 5],
  [[0x42, 0x43, 0x44, 0x45, 0x48, 0x5a], 0, 1, 1],
  [[0x35, 0x54, 0x5c], 1, 1, 6],
  [[0x31, 0x3b, 0x3f, 0x40, 0x49], 1, 1, 2],
  [[0x50], 1, 0, 2],
  [[0x5b], 0, 0, 1],
  [[0x55, 0x5d], 2, 0, 1],
];
const WEIGHTED = PLAIN.flatMap((group) => Array.from({ length: group[3] }, () => group));
/** Memory opcodes get small offsets, since large ones end the frame. */
const STORED_BYTES = 256;

/** A program that mostly runs on: operands exist, offsets are small, and jumps lead forward to a JUMPDEST. */
export function generatedCode(dice: FastDice, others: readonly Address[]): Buffer {
  const program = new Program(dice, others);
  const blocks = 1 + dice.below(6);
  for (let block = 0; block < blocks; block++) program.block(block < blocks - 1);
  program.end();
  return program.bytes();
}

class Program {
  readonly #code: number[] = [];
  #depth = 0;

  constructor(
    private readonly dice: FastDice,
    private readonly others: readonly Address[],
  ) {}

  block(hasNext: boolean): void {
    for (let op = 0; op < 4 + this.dice.below(24); op++) this.#instruction();
    if (hasNext && this.dice.below(3) > 0) this.#skipForward();
  }

  /** Most programs return or revert with some memory. */
  end(): void {
    const kind = this.dice.below(10);
    if (kind === 0) return;
    if (kind === 1) this.#code.push(this.dice.below(256));
    this.#push(BigInt(this.dice.below(STORED_BYTES)));
    this.#push(BigInt(this.dice.below(64)));
    this.#code.push(kind < 8 ? 0xf3 : 0xfd);
  }

  bytes(): Buffer {
    return Buffer.from(this.#code);
  }

  #instruction(): void {
    const kind = this.dice.below(100);
    if (kind < 30) this.#push(this.#word());
    else if (kind < 38 && this.#depth > 0) this.#duplicate();
    else if (kind < 44 && this.#depth > 1) this.#swap();
    else if (kind < 56) this.#memory();
    else if (kind < 62) this.#call();
    else if (kind < 63) this.#code.push(this.dice.below(256));
    else if (kind < 64) this.#loop();
    else this.#plain();
  }

  #plain(): void {
    const [opcodes, pops, pushes] = this.dice.pick(WEIGHTED);
    this.#need(pops);
    this.#code.push(this.dice.pick(opcodes));
    this.#depth = Math.max(0, this.#depth + pushes - pops);
  }

  /** Hashes, loads, stores, copies and logs over the first bytes of memory. */
  #memory(): void {
    const small = () =>
      this.#push(BigInt(this.dice.below(this.dice.below(40) === 0 ? 100_000 : STORED_BYTES)));
    switch (this.dice.below(6)) {
      case 0:
        small();
        small();
        this.#op(0x20, 2, 1);
        break;
      case 1:
        small();
        this.#op(0x51, 1, 1);
        break;
      case 2:
        this.#need(1);
        small();
        this.#op(this.dice.pick([0x52, 0x52, 0x53]), 2, 0);
        break;
      case 3:
        for (let operand = 0; operand < 3; operand++) small();
        this.#op(this.dice.pick([0x37, 0x39, 0x5e, 0x5e]), 3, 0);
        break;
      case 4: {
        // Mostly RETURNDATACOPY of all return data.
        this.#code.push(0x3d);
        this.#depth++;
        this.#push(this.dice.below(20) === 0 ? 1n : 0n);
        small();
        this.#op(0x3e, 3, 0);
        break;
      }
      default: {
        const topics = this.dice.below(5);
        this.#need(topics);
        small();
        small();
        this.#op(0xa0 + topics, topics + 2, 0);
      }
    }
  }

  #call(): void {
    const type = this.dice.pick([0xf1, 0xf2, 0xf4, 0xfa, 0xfa]);
    for (let operand = 0; operand < 4; operand++) this.#push(BigInt(this.dice.below(96)));
    if (type === 0xf1 || type === 0xf2) this.#push(this.dice.below(6) === 0 ? 1n : 0n);
    const address =
      this.dice.below(4) === 0 ? BigInt(this.dice.below(12)) : BigInt(this.dice.pick(this.others));
    this.#push(address);
    if (this.dice.below(4) === 0) this.#push(BigInt(this.dice.below(60_000)));
    else this.#op(0x5a, 0, 1);
    this.#op(type, type === 0xf1 || type === 0xf2 ? 7 : 6, 1);
  }

  /** A loop of a few rounds with its counter on the stack. */
  #loop(): void {
    this.#push(BigInt(1 + this.dice.below(20)));
    const start = this.#code.length;
    if (start > 250) return;
    // JUMPDEST PUSH1 1 SWAP1 SUB DUP1 PUSH1 start JUMPI
    this.#code.push(0x5b, 0x60, 1, 0x90, 0x03, 0x80, 0x60, start, 0x57);
  }

  /** A conditional jump over some instructions. */
  #skipForward(): void {
    this.#need(1);
    const at = this.#code.length;
    this.#code.push(0x61, 0, 0, 0x57);
    this.#depth--;
    const depth = this.#depth;
    for (let op = 0; op < 1 + this.dice.below(5); op++) {
      this.#push(this.#word());
      this.#op(0x50, 1, 0);
    }
    const target = this.#code.length;
    this.#code[at + 1] = target >> 8;
    this.#code[at + 2] = target & 0xff;
    this.#code.push(0x5b);
    this.#depth = depth;
  }

  #duplicate(): void {
    const depth = 1 + this.dice.below(Math.min(16, this.#depth));
    this.#code.push(0x7f + depth);
    this.#depth++;
  }

  #swap(): void {
    this.#code.push(0x8f + 1 + this.dice.below(Math.min(16, this.#depth - 1)));
  }

  #op(opcode: number, pops: number, pushes: number): void {
    this.#code.push(opcode);
    this.#depth = Math.max(0, this.#depth + pushes - pops);
  }

  /** Pushes until there are enough operands; rarely, it does not. */
  #need(operands: number): void {
    if (this.dice.below(400) === 0) return;
    while (this.#depth < operands) this.#push(this.#word());
  }

  #word(): bigint {
    switch (this.dice.below(6)) {
      case 0:
        return BigInt(this.dice.pick(this.others));
      case 1:
        return BigInt(`0x${this.dice.bytes(32).toString('hex')}`);
      case 2:
        return 2n ** BigInt(this.dice.below(257)) - 1n;
      case 3:
        return this.dice.pick([0n, 1n, 2n, 31n, 32n, 33n, 255n, 256n, 257n, 2n ** 255n, 2n ** 256n - 1n]);
      default:
        return BigInt(this.dice.below(300));
    }
  }

  #push(word: bigint): void {
    const digits = BigInt.asUintN(256, word).toString(16);
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
    this.#code.push(0x5f + bytes.length, ...bytes);
    this.#depth++;
  }
}
