import type { Address } from '../../../domain/chain/hex.js';
import type { Run } from '../run/run.js';
import { analysisOf, type CodeAnalysis } from './code-analysis.js';
import type { FastRun } from './fast-run.js';
import { FAULT, OUT_OF_GAS } from './signals.js';
import { readWord, writeWord } from './word-bytes.js';

const STACK_LIMIT = 1024;
const WORD = 32;
const FIRST_MEMORY = 1024;
const WORD_GAS = 3;
const QUADRATIC_DIVISOR = 512;
/** Memory of this size costs more than any budget. */
const UNPAYABLE = 2n ** 32n;

/** How a frame is called. */
export interface FrameCall {
  readonly code: Uint8Array;
  readonly self: Address;
  readonly caller: bigint;
  readonly input: Uint8Array;
  readonly gas: number;
  readonly isStatic: boolean;
  readonly depth: number;
  /** Whether its gas is what the budget left rather than what its caller asked for. */
  readonly isCapped: boolean;
}

/** One frame of the fast interpreter: program counter, stack, memory and gas. Methods throw FAULT and OUT_OF_GAS. */
export class Frame {
  readonly run: Run;
  readonly code: Uint8Array;
  readonly analysis: CodeAnalysis;
  readonly stack: bigint[] = [];
  pc = 0;
  gas: number;
  /** How many words of memory are paid for. */
  words = 0;
  /** Output of the call that returned last. */
  returnData: Uint8Array = NOTHING;
  /** Set when the frame has ended by itself. */
  result: { readonly outcome: 'returned' | 'reverted'; readonly output: Uint8Array } | undefined;
  #memory = NOTHING;
  #view = NO_VIEW;
  #paid = 0;

  constructor(
    readonly call: FrameCall,
    readonly shared: FastRun,
  ) {
    this.run = shared.run;
    this.code = call.code;
    this.analysis = analysisOf(call.code);
    this.gas = call.gas;
  }

  push(word: bigint): void {
    if (this.stack.length === STACK_LIMIT) throw FAULT;
    this.stack.push(word);
  }

  pop(): bigint {
    const word = this.stack.pop();
    if (word === undefined) throw FAULT;
    return word;
  }

  /** A word below the top, which is at depth 0. */
  peek(depth: number): bigint {
    const word = this.stack[this.stack.length - 1 - depth];
    if (word === undefined) throw FAULT;
    return word;
  }

  /** Pays for an opcode, and counts it. */
  spend(gas: number): void {
    this.gas -= gas;
    if (this.gas < 0) throw OUT_OF_GAS;
    this.run.step();
  }

  /** Notes an access to an account that is paid for. */
  noteAccess(address: Address): void {
    if (!this.call.isCapped) this.shared.notePriced(address);
  }

  /**
   * What memory up to an end costs beyond what is paid. The caller spends it at once, and then calls
   * `growMemory`.
   */
  memoryGas(offset: bigint, length: bigint): number {
    if (length === 0n) return 0;
    if (offset >= UNPAYABLE || length >= UNPAYABLE) return Number.POSITIVE_INFINITY;
    const words = Math.ceil((Number(offset) + Number(length)) / WORD);
    if (words <= this.words) return 0;
    const price = words * WORD_GAS + Math.floor((words * words) / QUADRATIC_DIVISOR);
    const gas = price - this.#paid;
    this.words = words;
    this.#paid = price;
    return gas;
  }

  growMemory(): void {
    const size = this.words * WORD;
    if (size <= this.#memory.length) return;
    // Small ones come from Node's pool, without an allocation of their own.
    const memory = Buffer.allocUnsafe(Math.max(size, 2 * this.#memory.length, FIRST_MEMORY)).fill(0);
    memory.set(this.#memory);
    this.#memory = memory;
    this.#view = new DataView(memory.buffer, memory.byteOffset, memory.length);
  }

  loadWord(offset: number): bigint {
    return readWord(this.#view, offset);
  }

  storeWord(offset: number, word: bigint): void {
    writeWord(this.#view, offset, word);
  }

  storeByte(offset: number, byte: number): void {
    this.#memory[offset] = byte;
  }

  /** A part of memory that is paid for; it shows later writes. */
  memory(offset: bigint, length: bigint): Uint8Array {
    return length === 0n ? NOTHING : this.#memory.subarray(Number(offset), Number(offset + length));
  }

  /** Copies into memory that is paid for; behind the end of the source are zeros. */
  copyToMemory(target: bigint, source: Uint8Array, from: bigint, length: bigint): void {
    if (length === 0n) return;
    const at = Number(target);
    const size = Number(length);
    const part = from >= BigInt(source.length) ? NOTHING : source.subarray(Number(from), Number(from) + size);
    this.#memory.set(part, at);
    this.#memory.fill(0, at + part.length, at + size);
  }

  moveMemory(target: bigint, source: bigint, length: bigint): void {
    if (length === 0n) return;
    this.#memory.copyWithin(Number(target), Number(source), Number(source + length));
  }

  jump(target: bigint): void {
    if (target >= BigInt(this.code.length) || !this.analysis.isJumpTarget(Number(target))) throw FAULT;
    this.pc = Number(target);
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);
const NO_VIEW = new DataView(new ArrayBuffer(0));
